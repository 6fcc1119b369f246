import type { JsonRecord } from './list-types.ts'
import { integer, type Outcome, quotedValue } from './setting.ts'

const HOUR_IN_SECONDS = 60 * 60

/** The limits of every upstream service. An entry of `gateway.upstreams` may set its own. */
export const upstreamLimits = {
  maxConnections: integer({
    default: 100,
    min: 1,
    max: 10_000,
    doc: 'Maximum number of connections to each upstream service, per process and without WebSockets. Further requests wait for a free one.',
  }),
  maxQueued: integer({
    default: 100,
    min: 0,
    max: 100_000,
    doc: 'Maximum number of requests that wait for a connection to an upstream service. Further ones are refused with 502.',
  }),
  maxWebSockets: integer({
    default: 1000,
    min: 0,
    max: 100_000,
    doc: 'Maximum number of open WebSockets to each upstream service, per process. Further ones are refused with 503. 0 refuses all.',
  }),
  connectTimeoutSeconds: integer({
    default: 5,
    min: 1,
    max: 300,
    unit: 'seconds',
    doc: 'Maximum time to connect to an upstream service.',
  }),
  responseTimeoutSeconds: integer({
    default: 30,
    min: 1,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'Maximum time from the end of a request to the headers of its response, including the time it waits for a connection. After that the client gets 504.',
  }),
  idleTimeoutSeconds: integer({
    default: 120,
    min: 1,
    max: 24 * HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'Maximum time without a byte in a response that has begun, or in a WebSocket. Event streams and WebSockets should send something more often.',
  }),
  maxBodyBytes: integer({
    default: 0,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    unit: 'bytes',
    doc: 'Maximum size of a request body. 0 means no limit: bodies are streamed and use no memory, and the upstream service decides.',
  }),
} as const

type LimitName = keyof typeof upstreamLimits
const LIMIT_NAMES = Object.keys(upstreamLimits) as readonly LimitName[]

/** An entry of `gateway.upstreams`. */
export interface UpstreamSetting extends Partial<Readonly<Record<LimitName, number>>> {
  readonly prefix: string
  readonly url: string
}

/** An upstream service with all limits. */
export type UpstreamSettings = UpstreamSetting & Readonly<Record<LimitName, number>>

const PREFIX = '/api/v1'
const MAX_PREFIX_LENGTH = 200

/** Reads an entry of `gateway.upstreams`. */
export function readUpstream(record: JsonRecord): Outcome<UpstreamSetting> {
  const { prefix, url, ...others } = record
  const problem = problemOfPrefix(prefix) ?? problemOfUrl(url)
  if (problem !== undefined) return { problem }
  const limits: Partial<Record<LimitName, number>> = {}
  for (const [name, value] of Object.entries(others)) {
    const limit = LIMIT_NAMES.find((known) => known === name)
    if (limit === undefined) {
      const known = ['prefix', 'url', ...LIMIT_NAMES].join(', ')
      return { problem: `has the key ${quotedValue(name)}; allowed are ${known}` }
    }
    const outcome = upstreamLimits[limit].read(value)
    if ('problem' in outcome) return { problem: `has a wrong ${name}: it ${outcome.problem}` }
    limits[limit] = outcome.value
  }
  return { value: { prefix: String(prefix), url: new URL(String(url)).origin, ...limits } }
}

function problemOfPrefix(prefix: unknown): string | undefined {
  if (typeof prefix !== 'string' || prefix === '') return `has no prefix, such as ${PREFIX}/orders`
  if (prefix.length <= MAX_PREFIX_LENGTH && /^\/api\/v1(?:\/[\w-]+)+$/.test(prefix)) return undefined
  return `has the prefix ${quotedValue(prefix)}, which is not ${PREFIX}/ and segments of letters, digits, "-" and "_", such as ${PREFIX}/orders`
}

/** Does not quote the URL: it may contain a password. */
function problemOfUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '') return 'has no url, such as http://127.0.0.1:9000'
  if (!URL.canParse(url)) return 'has a url that is not one: write for example http://127.0.0.1:9000'
  const { protocol, origin, href, port } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'has a url with a scheme other than http and https'
  if (href !== `${origin}/` || port === '0') {
    return 'has a url with more than scheme, host and port: paths reach the service unchanged'
  }
  return undefined
}

/** Returns what is wrong with the entries together: two of them would serve the same path. */
export function problemOfUpstreams(upstreams: readonly UpstreamSetting[]): string | undefined {
  for (const [index, { prefix }] of upstreams.entries()) {
    const other = upstreams.find((one, at) => at !== index && `${prefix}/`.startsWith(`${one.prefix}/`))
    if (other !== undefined) {
      return prefix === other.prefix
        ? `has two entries with the prefix ${prefix}. Fix: remove one of them`
        : `has the prefixes ${other.prefix} and ${prefix}, which overlap. Fix: use prefixes that do not contain each other`
    }
  }
  return undefined
}

/** Returns the upstream services with all limits. */
export function upstreamsOf(
  gateway: { readonly upstreams: readonly UpstreamSetting[] } & Readonly<Record<LimitName, number>>,
): UpstreamSettings[] {
  const { upstreams, ...defaults } = gateway
  const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, defaults[name]])) as Record<
    LimitName,
    number
  >
  return upstreams.map((upstream) => ({ ...limits, ...upstream }))
}
