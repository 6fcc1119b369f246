import type { Checks } from '../../guard/route-registry.ts'
import {
  type Documentation,
  type DocumentedRoute,
  envelopeSchema,
  type Schema,
} from '../../http/documentation.ts'
import { listRefusalReasons, type RefusalReason } from '../../refusal.ts'
import { objectSchema, text } from '../resource-schemas.ts'

const IDENTITY_REASONS: readonly RefusalReason[] = [
  'token-missing',
  'token-malformed',
  'token-expired',
  'token-revoked',
  'session-replaced',
  'session-ended',
  'password-changed',
  'cross-site',
  'password-change-due',
  'second-factor-due',
]

export const CHECK_REASONS: Readonly<Record<Checks, readonly RefusalReason[]>> = {
  none: [],
  identity: IDENTITY_REASONS,
  both: [...IDENTITY_REASONS, 'permission-denied'],
}

export interface RefusableRoute {
  readonly method: string
  readonly checks: Checks
  readonly options: DocumentedRoute
  readonly limits: readonly unknown[]
}

/** Returns the refusal reasons with HTTP status 200 that a route can have, in the order of the reference. */
export function refusalsOf(route: RefusableRoute): readonly RefusalReason[] {
  const { method, checks, options, limits } = route
  const documentation: Documentation = options.documentation
  const reasons = new Set<string>([...CHECK_REASONS[checks], ...(documentation.refusals ?? [])])
  if (limits.length > 0) reasons.add('rate-limited')
  // A body that is not expected is parsed too.
  if (method !== 'GET' || Object.keys(options.schema ?? {}).length > 0) reasons.add('invalid-parameters')
  return allReasons.filter((reason) => reasons.has(reason))
}

const details = new Map(listRefusalReasons().map((entry) => [entry.reason, entry]))
const allReasons: readonly RefusalReason[] = listRefusalReasons().map(({ reason }) => reason)

/** The reasons that any route of an app can have: its handlers may throw them too. */
export const GENERAL_REASONS: readonly RefusalReason[] = listRefusalReasons().flatMap(
  ({ reason, protocol }) => (protocol ? [] : [reason]),
)

export function codeOf(reason: RefusalReason): number {
  return details.get(reason)?.code ?? 500
}

/** Returns the schemas of the bodies of these refusals: one per code, and one for invalid parameters. */
export function refusalSchemas(reasons: readonly RefusalReason[]): readonly Schema[] {
  const groups = new Map<string, RefusalReason[]>()
  for (const reason of reasons) {
    const key = reason === 'invalid-parameters' ? reason : String(codeOf(reason))
    groups.set(key, [...(groups.get(key) ?? []), reason])
  }
  return [...groups.values()].map(schemaOf)
}

const msg: Schema = { ...text, minLength: 1, description: 'A text for people.' }

function schemaOf(reasons: readonly RefusalReason[]): Schema {
  const [first = 'fault'] = reasons
  const code = codeOf(first)
  if (code === 401) return UNAUTHORIZED
  if (first === 'invalid-parameters') return INVALID_PARAMETERS
  if (first === 'rate-limited') return RATE_LIMITED
  if (first === 'second-factor-required') return SECOND_FACTOR_REQUIRED
  return envelopeSchema({ reason: { enum: reasons } }, { const: code })
}

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
