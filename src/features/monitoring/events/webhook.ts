import { isProtectedUrl } from '../../../platform/settings/addresses.ts'
import { type RecordType, record, textList } from '../../../platform/settings/list-types.ts'
import { flag, text, type ValuesOf } from '../../../platform/settings/setting.ts'

const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64
const MAX_URL_LENGTH = 2000

export const WEBHOOK_SECRET_FIX = 'generate one with: echo "whsec_$(openssl rand -base64 32)"'

const fields = {
  name: text({
    required: true,
    doc: 'Identifies the webhook in the log, in commands and in the database: at most 64 letters, digits, `-` and `_`.',
    example: 'chat',
    check: (name) =>
      /^[\w-]{1,64}$/.test(name) ? undefined : 'must be at most 64 letters, digits, "-" and "_"',
  }),
  url: text({
    required: true,
    // Whoever knows the URL can often call it.
    secret: true,
    doc: 'URL that events are sent to.',
    example: 'https://chat.example.com/hooks/castellan',
    check: problemOfUrl,
  }),
  secret: text({
    required: true,
    secret: true,
    doc: 'Signs the requests: `whsec_` and 24 to 64 random bytes in base64.',
    fix: WEBHOOK_SECRET_FIX,
    check: problemOfWebhookSecret,
  }),
  kinds: textList({
    typeName: 'list of kinds',
    doc: 'Kinds of events that are sent, such as `admin.granted`, and groups such as `login.*`. Empty: all.',
    example: ['admin.granted', 'login.*'],
    check: (kind) =>
      /^[a-z]{1,20}\.(?:\*|[a-z-]{1,40})$/.test(kind)
        ? undefined
        : 'is neither a kind such as admin.granted nor a group such as login.*',
  }),
  allowHttp: flag({ default: false, doc: 'Whether an `http` URL of another machine is allowed.' }),
}

/** An entry of `events.webhooks`. */
export const webhook: RecordType<WebhookSetting> = record({
  fields,
  finish(given) {
    if (given.allowHttp || isProtectedUrl(given.url)) {
      return { value: { ...given, url: new URL(given.url).href } }
    }
    const problem = 'has http: anyone on the network path can read the events'
    return { problems: [{ path: ['url'], problem, fix: 'use https, or set allowHttp: true' }] }
  },
})

export type WebhookSetting = ValuesOf<typeof fields>

/** Returns what is wrong with the URL of the webhook that one-time codes are sent to. */
export function problemOfCodeWebhookUrl(url: string): string | undefined {
  const problem = problemOfUrl(url)
  if (problem !== undefined || isProtectedUrl(url)) return problem
  return 'has http: anyone on the network path can read the codes. Use https'
}

function problemOfUrl(url: string): string | undefined {
  if (!URL.canParse(url) || url.length > MAX_URL_LENGTH) return 'is not a URL'
  const { protocol, username, password, port } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'has a scheme other than https and http'
  if (username !== '' || password !== '') return 'has a password: the receiver verifies the signature instead'
  return port === '0' ? 'has port 0' : undefined
}

/** Returns what is wrong with the secret of a webhook, without quoting it. */
export function problemOfWebhookSecret(secret: string): string | undefined {
  const length = secretBytes(secret)?.length ?? 0
  return length >= MIN_SECRET_BYTES && length <= MAX_SECRET_BYTES
    ? undefined
    : `must be "whsec_" and ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64`
}

/** Returns the bytes of a secret in the format of Standard Webhooks, or undefined for another format. */
export function secretBytes(secret: string): Buffer | undefined {
  const base64 = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1]
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  return bytes !== undefined && bytes.toString('base64') === base64 ? bytes : undefined
}
