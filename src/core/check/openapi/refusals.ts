import { CHANGE_REFUSALS, REFUSALS } from '../../../features/tables-and-words.ts'
import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import { id, objectSchema, text } from '../../../platform/http/endpoint/response-schemas.ts'
import { codeOf, listRefusalReasons, type RefusalReason } from '../../../platform/refusal/refusal.ts'
import { administers } from '../../operations/administration-rights.ts'
import type { Route } from '../http/route.ts'
import type { Checks } from '../routes/route-registry.ts'

const IDENTITY_REASONS: readonly RefusalReason[] = [
  'token-missing',
  'token-malformed',
  'token-expired',
  'token-revoked',
  'session-replaced',
  'session-ended',
  'password-changed',
  'role-ended',
  'cross-site',
  'password-change-due',
  'second-factor-due',
]

export const CHECK_REASONS: Readonly<Record<Checks, readonly RefusalReason[]>> = {
  none: [],
  identity: IDENTITY_REASONS,
  both: [...IDENTITY_REASONS, 'permission-denied'],
}

/** Returns the refusal reasons with HTTP status 200 that a route can have, in the order of the reference. */
export function refusalsOf(route: Route): readonly RefusalReason[] {
  const { method, checks, options, limits } = route
  const reasons = new Set<string>([...CHECK_REASONS[checks], ...(options.documentation.refusals ?? [])])
  if (checks === 'both' && administers(route))
    for (const reason of CHANGE_REFUSALS.ofAnything) reasons.add(reason)
  if (route.data === 'all-only') reasons.add('all-data-required')
  if (limits.length > 0) reasons.add('rate-limited')
  // A body that is not expected is parsed too.
  if (method !== 'GET' || Object.keys(options.schema ?? {}).length > 0) reasons.add('invalid-parameters')
  return allReasons.filter((reason) => reasons.has(reason))
}

const allReasons: readonly RefusalReason[] = listRefusalReasons().map(({ reason }) => reason)

/** The reasons that any route of an app can have: its handlers may throw them too. */
export const GENERAL_REASONS: readonly RefusalReason[] = listRefusalReasons().flatMap(
  ({ reason, protocol }) => (protocol ? [] : [reason]),
)

/** Returns the schemas of the bodies of these refusals: one per code, and one for invalid parameters. */
export function refusalSchemas(reasons: readonly RefusalReason[]): readonly Schema[] {
  return [...new Set(reasons.map(schemaOf))]
}

function schemaOf(reason: RefusalReason): Schema {
  if (reason === 'invalid-parameters') return INVALID_PARAMETERS
  return WITH_IDS.get(reason) ?? refusalSchema(codeOf(reason))
}

/** Returns the schema of the body of refusals with this code. The reasons of one operation are those of the header. */
export function refusalSchema(code: number): Schema {
  const schema = BY_CODE.get(code)
  if (schema === undefined)
    throw new Error(`refusals with the code ${code} have no name in the OpenAPI document`)
  return schema
}

const msg: Schema = { ...text, minLength: 1, description: 'A text for people.' }

const UNAUTHORIZED: Schema = {
  ...objectSchema('Unauthorized', { code: { const: 401 }, msg }),
  description:
    'The caller is not logged in, or the role lacks the permission. The body has no other members; the reason is in the header `X-Castellan-Reason`.',
}

const INVALID_PARAMETERS: Schema = objectSchema('InvalidParameters', {
  code: { const: 400 },
  msg,
  reason: { const: 'invalid-parameters' },
  errors: {
    type: 'array',
    minItems: 1,
    items: objectSchema('FieldError', {
      field: {
        ...text,
        description:
          'The name of the parameter, such as `rules.0.path`. Empty if the whole request is concerned.',
      },
      message: { ...text, minLength: 1 },
    }),
  },
})

/** The schemas of bodies with ids in `data`. */
const WITH_IDS: ReadonlyMap<RefusalReason, Schema> = new Map(allReasons.flatMap(schemaWithIds))

function schemaWithIds(reason: RefusalReason): [RefusalReason, Schema][] {
  const { code, data } = REFUSALS[reason]
  if (data === undefined) return []
  const ids = Object.fromEntries(data.ids.map((name) => [name, id]))
  const members = {
    code: { const: code },
    msg,
    reason: { const: reason },
    data: objectSchema(data.dataName, ids),
  }
  return [[reason, { ...objectSchema(data.bodyName, members), description: data.description }]]
}

const SECOND_FACTOR_REQUIRED: Schema = {
  ...objectSchema('SecondFactorRequired', {
    code: { const: 428 },
    msg,
    reason: { const: 'second-factor-required' },
    ticket: { ...text, minLength: 1, description: 'To be sent with the code of the second factor.' },
  }),
  description:
    'The credentials are right, but the user has a second factor. Send `ticket` and `secondFactorCode` within five minutes.',
}

const RATE_LIMITED: Schema = {
  ...objectSchema('RateLimited', { code: { const: 429 }, msg, reason: { const: 'rate-limited' } }),
  description: 'Too many requests or failed logins. The header `Retry-After` has the seconds to wait.',
}

/** The names of the other refusals, by code. */
const NAMES = {
  400: 'BadRequest',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  409: 'Conflict',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
  504: 'GatewayTimeout',
} as const

/** The status of requests that do not arrive in time. The reason is `request-malformed`. */
export const TIMEOUT_STATUS = 408

/** One schema for all operations, so that a generated client has one type for each code. */
const BY_CODE: ReadonlyMap<number, Schema> = new Map([
  [401, UNAUTHORIZED],
  [428, SECOND_FACTOR_REQUIRED],
  [429, RATE_LIMITED],
  ...Object.entries(NAMES).map(([code, title]): [number, Schema] => [
    Number(code),
    namedSchema(Number(code), title),
  ]),
])

/** Returns whether the body has further members. */
function hasOwnSchema(reason: RefusalReason): boolean {
  return reason === 'invalid-parameters' || WITH_IDS.has(reason)
}

function namedSchema(code: number, title: string): Schema {
  const reasons =
    code === TIMEOUT_STATUS
      ? ['request-malformed']
      : allReasons.filter((reason) => codeOf(reason) === code && !hasOwnSchema(reason))
  return objectSchema(title, { code: { const: code }, msg, reason: { enum: reasons } })
}
