import type { Identity } from '../../platform/http/call/identity.ts'

/** The value of claims that restrict a token. */
export const DUE_CLAIM = 'due'

/** The range of `Date`. */
const MAX_TIME_SECONDS = 8_640_000_000_000

/** Returns the `jti` of a token: the session id and a random part. */
export function jtiOf(session: { sessionId: number; nonce: string }): string {
  return `${session.sessionId}-${session.nonce}`
}

/**
 * Returns the parts of a `jti`, or of a session id, which has no random part. Returns undefined for other texts.
 *
 * @example
 * parseTokenId('17-Q2FzdGVsbGFuIHNheXM') // { sessionId: 17, nonce: 'Q2FzdGVsbGFuIHNheXM' }
 */
export function parseTokenId(text: string): { sessionId: number; nonce: string | undefined } | undefined {
  const [, id, nonce] = /^([1-9]\d{0,15})(?:-([\w-]{16,64}))?$/.exec(text) ?? []
  const sessionId = Number(id)
  return isInteger(sessionId) ? { sessionId, nonce } : undefined
}

type ClaimName = 'identity' | 'roleid' | 'rolekey' | 'nice' | 'datascope' | 'iss' | 'iat' | 'exp' | 'jti'
type OptionalClaimName = 'mode' | 'passwordchange' | 'secondfactor' | 'roleuntil'

/**
 * The claims that we issue: those of the user have go-admin's names, so that existing services can read them. Times are in
 * seconds.
 */
export type Claims = Readonly<Record<ClaimName, unknown> & Partial<Record<OptionalClaimName, unknown>>>

/** Returns the identity in the claims of a verified token, or undefined if a claim differs from what we issue. */
export function parseClaims(claims: Partial<Claims>): Identity | undefined {
  const { identity, roleid, rolekey, nice, datascope, iat, exp, jti } = claims
  const { passwordchange, secondfactor, roleuntil } = claims
  if (!isInteger(identity) || !isInteger(roleid) || !isTime(iat) || !isTime(exp)) return undefined
  if (!isText(rolekey) || !isText(nice) || !isText(datascope) || !isText(jti)) return undefined
  if (roleuntil !== undefined && !isTime(roleuntil)) return undefined
  const sessionId = Number(/^([1-9]\d{0,15})-[\w-]{16,64}$/.exec(jti)?.[1])
  if (!isInteger(sessionId)) return undefined
  return Object.freeze({
    userId: identity,
    roleId: roleid,
    roleKey: rolekey,
    username: nice,
    dataScope: datascope,
    ...(passwordchange === undefined ? {} : { pwdChangeDue: true }),
    ...(secondfactor === undefined ? {} : { secondFactorDue: true }),
    ...(roleuntil === undefined ? {} : { roleUntil: roleuntil * 1000 }),
    sessionId,
    issuedAt: iat * 1000,
    expiresAt: exp * 1000,
  })
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isTime(value: unknown): value is number {
  return isInteger(value) && Math.abs(value) <= MAX_TIME_SECONDS
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
