import { ALL_APP_METHODS, CAPTCHA_METHODS, isLoginMethod } from '../../features/login-methods.ts'
import { DAY_IN_SECONDS, HOUR_IN_SECONDS } from '../../platform/runtime/time-units.ts'
import { problemOfWebOrigin } from '../../platform/settings/addresses.ts'
import { type RecordType, record, recordList, textList } from '../../platform/settings/list-types.ts'
import {
  choice,
  flag,
  type Group,
  integer,
  path,
  text,
  type ValuesOf,
} from '../../platform/settings/setting.ts'

const TEN_YEARS_IN_SECONDS = 10 * 365.25 * DAY_IN_SECONDS

export const jwt = {
  algorithm: choice({
    choices: ['HS256', 'EdDSA', 'ES256', 'RS256'],
    default: 'HS256',
    doc: 'Algorithm of the first signing key. `HS256` signs with `jwt.secret`. The others sign with a private key, which is generated on the first start; its public key is published at `/api/v1/jwks.json`. To change the algorithm of a running service, change this setting and run `castellan key rotate --algorithm NAME`. Nobody is logged out.',
  }),
  secret: text({
    secret: true,
    doc: 'Secret that signs tokens and protects stored captchas: at least 32 random bytes, for example from `openssl rand -base64 48`. The service does not start with a short, guessable or publicly known secret, except in dev. Empty: a secret is generated on the first start and stored in the data folder. All nodes of a cluster need the same secret.',
  }),
  keys: path({
    doc: 'Folder of the keys that `castellan key` manages. Only its owner may read it. Empty: `keys` in the data folder. All nodes of a cluster need the same keys.',
    example: '/etc/castellan/keys',
  }),
  timeout: integer({
    default: HOUR_IN_SECONDS,
    min: 1,
    max: TEN_YEARS_IN_SECONDS,
    unit: 'seconds',
    doc: 'Lifetime of a token. In dev it is always 100 years.',
    example: 8 * HOUR_IN_SECONDS,
  }),
  issuer: text({
    default: 'castellan',
    doc: 'Issuer (`iss`) of new tokens. Tokens with another issuer are refused.',
  }),
  cookie: flag({
    default: false,
    doc: 'Whether login also sets the cookie `jwt`, for browser front ends that do not store the token, and logout clears it. The cookie is `HttpOnly` and `SameSite=Strict`, and, except on `http://localhost`, `Secure`.',
    example: true,
  }),
  queryToken: flag({
    default: true,
    doc: 'Whether a token is accepted in the query string (`?token=`). URLs are recorded in many places, such as proxy logs and browser histories. Set it to false unless a client needs it.',
  }),
} satisfies Group

export const captcha = {
  methods: textList({
    default: CAPTCHA_METHODS,
    typeName: 'list of login methods',
    doc: 'Login methods that require a captcha. `app:*` stands for all methods that an embedding app adds. Only `oidc`, `passkey` and methods of the app that cannot be guessed can be left out: without `password`, `ldap` or `code`, if it is enabled, the service does not start. `service` never requires a captcha. In dev, no method does.',
    example: ['password', 'ldap', 'code'],
    check: problemOfCaptchaMethod,
  }),
  lifetimeSeconds: integer({
    default: 120,
    min: 1,
    max: HOUR_IN_SECONDS,
    unit: 'seconds',
    doc: 'Lifetime of a captcha.',
  }),
} satisfies Group

function problemOfCaptchaMethod(name: string): string | undefined {
  if (name === 'service') return 'never requires a captcha, because programs use it'
  return isLoginMethod(name) || name === ALL_APP_METHODS
    ? undefined
    : `is not one of ${CAPTCHA_METHODS.join(', ')}`
}

export const session = {
  maxPerUser: integer({
    default: 0,
    min: 0,
    max: 10_000,
    doc: 'Maximum number of sessions per user. 0 means no limit.',
  }),
  whenFull: choice({
    choices: ['end-oldest', 'refuse-new'],
    default: 'end-oldest',
    doc: 'What a login above the limit does: `end-oldest` ends the oldest session, whose client receives the reason; `refuse-new` refuses the login.',
  }),
} satisfies Group

export const password = {
  minLength: integer({
    default: 15,
    min: 8,
    max: 64,
    unit: 'characters',
    doc: 'Minimum length of a new password. NIST SP 800-63B requires 15 if the password is the only factor. Existing passwords remain valid.',
    example: 20,
  }),
} satisfies Group

const MAX_RATE = 1_000_000

export const rateLimit = {
  perAddress: integer({
    default: 200,
    min: 0,
    max: MAX_RATE,
    unit: 'requests per second',
    doc: 'Limit for one client address over all endpoints. 0 disables it.',
  }),
  total: integer({
    default: 5000,
    min: 0,
    max: MAX_RATE,
    unit: 'requests per second',
    doc: 'Limit for all clients together. 0 disables it.',
  }),
  loginPerAddress: integer({
    default: 300,
    min: 0,
    max: MAX_RATE,
    unit: 'requests per minute',
    doc: 'Limit for one client address on login and captcha. 0 disables it.',
  }),
} satisfies Group

export const cors = {
  origins: textList({
    typeName: 'list of origins',
    doc: 'Other sites whose pages may call the service from a browser: scheme, host and port, exactly as the browser sends them in `Origin`. If empty, only pages of the same origin may.',
    example: ['https://admin.example.com'],
    check: problemOfWebOrigin,
  }),
} satisfies Group

const MAX_REASON_LENGTH = 200
/** Control characters and line separators. */
const NOT_IN_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** An endpoint that skips the permission check. `permission/` checks path and method. */
const exclusionFields = {
  method: text({ required: true, doc: 'Method of the requests.', example: 'GET' }),
  path: text({ required: true, doc: 'Path or pattern of the requests.', example: '/api/v1/notice/:id' }),
  reason: text({
    required: true,
    doc: `Why every logged-in user may call it, in one line of at most ${MAX_REASON_LENGTH} characters.`,
    example: 'all users read the notices',
    check: problemOfReason,
  }),
}

type ExclusionSetting = ValuesOf<typeof exclusionFields>

const exclusion: RecordType<ExclusionSetting> = record({
  fields: exclusionFields,
  finish: (given) => ({ value: { ...given, reason: given.reason.trim() } }),
})

function problemOfReason(given: string): string | undefined {
  // A block of YAML ends with a line break.
  const reason = given.trim()
  // A letter or a digit: a reason of invisible characters explains nothing.
  if (!/[\p{L}\p{N}]/u.test(reason)) return 'must say why every logged-in user may call it'
  if (reason.length > MAX_REASON_LENGTH) return `must have at most ${MAX_REASON_LENGTH} characters`
  return NOT_IN_ONE_LINE.test(reason) ? 'must be one line' : undefined
}

export const permission = {
  exclude: recordList({
    typeName: 'list of `{method, path, reason}`',
    doc: 'Endpoints that skip the permission check, in addition to login, logout, captcha and own profile. Every logged-in user can call them with any role. Do not list business endpoints. Each entry needs a `reason`, which `GET /exclusion`, the console and `castellan routes` show.',
    example: [{ method: 'GET', path: '/api/v1/notice/:id', reason: 'all users read the notices' }],
    entry: exclusion,
  }),
} satisfies Group
