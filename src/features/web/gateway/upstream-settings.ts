import { DAY_IN_SECONDS, HOUR_IN_SECONDS } from '../../../platform/runtime/time-units.ts'
import { type RecordType, record, textList } from '../../../platform/settings/list-types.ts'
import { integer, text, type ValuesOf } from '../../../platform/settings/setting.ts'

const fields = {
  prefix: text({
    required: true,
    maxLength: 200,
    doc: 'Requests for this path and the paths below it are forwarded: `/api/v1/` and segments of letters, digits, `-` and `_`.',
    example: '/api/v1/orders',
    check: (prefix) =>
      /^\/api\/v1(?:\/[\w-]+)+$/.test(prefix)
        ? undefined
        : 'must be /api/v1/ and segments of letters, digits, "-" and "_"',
  }),
  url: text({
    required: true,
    doc: 'Scheme, host and port of the service. Paths reach it unchanged.',
    example: 'http://127.0.0.1:9000',
    check: problemOfUrl,
  }),
  maxConnections: integer({
    default: 100,
    min: 1,
    max: 10_000,
    doc: 'Maximum number of connections to the service, per process and without WebSockets. Up to 100 further requests wait for a free one, the others are refused with 502.',
  }),
  maxWebSockets: integer({
    default: 1000,
    min: 0,
    max: 100_000,
    doc: 'Maximum number of open WebSockets to the service, per process. Further ones are refused with 502. 0 refuses all.',
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
    max: DAY_IN_SECONDS,
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
  removeHeaders: textList({
    typeName: 'list of header names',
    doc: 'Request headers that the service believes and a client must not send, besides those that are [always removed](removed-headers.md). An asterisk at the beginning or the end of a name stands for any characters.',
    example: ['X-Tenant', 'X-Acme-*'],
    check: (name) =>
      /^(?:\*?[a-z\d][a-z\d-]*|[a-z\d][a-z\d-]*\*)$/i.test(name)
        ? undefined
        : 'is not a header name of letters, digits and "-", with at most one "*" at its beginning or end',
  }),
}

/** An entry of `gateway.upstreams`. */
export const upstream: RecordType<UpstreamSettings> = record({
  fields,
  finish: (given) => ({ value: { ...given, url: new URL(given.url).origin } }),
})

export type UpstreamSettings = ValuesOf<typeof fields>

/** An entry as it is written. */
export type UpstreamInput = Partial<UpstreamSettings> & Pick<UpstreamSettings, 'prefix' | 'url'>

function problemOfUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not a URL'
  const { protocol, origin, href, port } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'has a scheme other than http and https'
  return href === `${origin}/` && port !== '0' ? undefined : 'has more than scheme, host and port'
}

/** Returns what is wrong with the entries together: two of them would serve the same path. */
export function problemOfUpstreams(upstreams: readonly UpstreamSettings[]): string | undefined {
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
