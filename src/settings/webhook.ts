import type { JsonRecord, JsonValue } from './list-types.ts'
import { isLoopbackHost } from './loopback.ts'
import { type Outcome, quotedValue } from './setting.ts'

/** An entry of `events.webhooks`. */
export interface WebhookSetting {
  /** Identifies the webhook in the log, in commands and in the database. */
  readonly name: string
  readonly url: string
  readonly secret: string
  /** The kinds of events that are sent, such as `admin.granted` or `login.*`; empty for all. */
  readonly kinds: readonly string[]
  /** Whether an `http:` URL of another machine is allowed. */
  readonly allowHttp: boolean
}

const KEYS = ['name', 'url', 'secret', 'kinds', 'allowHttp']
const MAX_URL_LENGTH = 2000
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64
const GENERATE = 'echo "whsec_$(openssl rand -base64 32)"'

/** Reads an entry of `events.webhooks`. Messages quote neither the URL nor the secret. */
export function readWebhook(record: JsonRecord): Outcome<WebhookSetting> {
  const unknown = Object.keys(record).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    return { problem: `has the key ${quotedValue(unknown)}; allowed are ${KEYS.join(', ')}` }
  }
  const { name, url, secret, kinds = [], allowHttp = false } = record
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) {
    return { problem: 'needs a name of at most 64 letters, digits, "-" and "_", such as chat' }
  }
  if (typeof allowHttp !== 'boolean') return { problem: 'has an allowHttp that is not true or false' }
  const problem = problemOfUrl(url, allowHttp) ?? problemOfWebhookSecret(secret) ?? problemOfKinds(kinds)
  if (problem !== undefined) return { problem }
  return {
    value: { name, url: new URL(String(url)).href, secret: String(secret), kinds: textsIn(kinds), allowHttp },
  }
}

/** Returns what is wrong with the URL of the webhook that one-time codes are sent to. */
export function problemOfCodeWebhookUrl(url: string): string | undefined {
  const problem = problemOfUrl(url, true)
  if (problem !== undefined) return problem
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? undefined
    : 'has http: anyone on the network path can read the codes. Use https'
}

function problemOfUrl(url: unknown, allowHttp: boolean): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url) || url.length > MAX_URL_LENGTH) {
    return 'needs a url, such as https://chat.example.com/hooks/castellan'
  }
  const { protocol, hostname, username, password, port } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:')
    return 'has a url with a scheme other than https and http'
  if (username !== '' || password !== '')
    return 'has a url with a password: the receiver verifies the signature instead'
  if (port === '0') return 'has a url with port 0'
  if (protocol === 'http:' && !allowHttp && !isLoopbackHost(hostname)) {
    return 'has a url with http: anyone on the network path can read the events. Use https, or set allowHttp: true'
  }
  return undefined
}

/** Returns what is wrong with the secret of a webhook, without quoting it. */
export function problemOfWebhookSecret(secret: unknown): string | undefined {
  if (typeof secret !== 'string' || secret === '') return `has no secret. Generate one with: ${GENERATE}`
  const bytes = secretBytes(secret)
  const isValid = bytes !== undefined && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES
  if (isValid) return undefined
  return `has a secret that is not "whsec_" and ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64. Generate one with: ${GENERATE}`
}

/** Returns the bytes of a secret in the format of Standard Webhooks, or undefined for another format. */
export function secretBytes(secret: string): Buffer | undefined {
  const base64 = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1]
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  return bytes !== undefined && bytes.toString('base64') === base64 ? bytes : undefined
}

function problemOfKinds(kinds: JsonValue): string | undefined {
  if (!Array.isArray(kinds)) return 'has kinds that are not a list'
  const wrong = kinds.find((kind) => typeof kind !== 'string' || !isKindPattern(kind))
  if (wrong === undefined) return undefined
  return `has the kind ${quotedValue(String(wrong))}: write a kind such as admin.granted, or a group such as login.*`
}

function isKindPattern(kind: string): boolean {
  return /^[a-z]{1,20}\.(?:\*|[a-z-]{1,40})$/.test(kind)
}

function textsIn(kinds: JsonValue): readonly string[] {
  return Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === 'string') : []
}

/** Returns what is wrong with the entries together. */
export function problemOfWebhooks(webhooks: readonly WebhookSetting[]): string | undefined {
  const names = webhooks.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `has two entries with the name ${twice}. Fix: rename one of them`
}
