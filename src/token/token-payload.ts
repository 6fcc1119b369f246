/** The five items that the spec puts into a token. */
export interface TokenPayload {
  readonly userId: number
  readonly roleId: number
  readonly roleKey: string
  readonly username: string
  readonly dataScope: string
  /** The token is good for setting a new password, and for little else. */
  readonly pwdChangeDue?: boolean
}

/** Who the caller is, as the token says it, and which session it is. */
export interface Identity extends TokenPayload {
  readonly sessionId: number
  readonly issuedAt: Date
  readonly expiresAt: Date
}

/** The claims on the wire keep go-admin's names, so that services which read them go on working. */
export interface Claims {
  readonly identity: number
  readonly roleid: number
  readonly rolekey: string
  readonly nice: string
  readonly datascope: string
  readonly iss: string
  readonly iat: number
  readonly exp: number
  readonly jti: string
  readonly mode?: string
  readonly passwordchange?: typeof PASSWORD_CHANGE_DUE_CLAIM
}

export const PASSWORD_CHANGE_DUE_CLAIM = 'due'

/** A token's `jti` is the session's number and a random part. */
export function jtiOf(session: { sessionId: number; nonce: string }): string {
  return `${session.sessionId}-${session.nonce}`
}

/** The identity in the claims of a token whose signature has been verified; undefined where one is not as we issue it. */
export function identityOf(claims: Readonly<Record<string, unknown>>): Identity | undefined {
  const { identity, roleid, rolekey, nice, datascope, iat, exp, jti, passwordchange } = claims
  if (!isNumber(identity) || !isNumber(roleid) || !isTime(iat) || !isTime(exp)) return undefined
  if (!isText(rolekey) || !isText(nice) || !isText(datascope) || !isText(jti)) return undefined
  const sessionId = Number(/^([1-9]\d{0,15})-[\w-]{16,64}$/.exec(jti)?.[1])
  if (!isNumber(sessionId)) return undefined
  return {
    userId: identity,
    roleId: roleid,
    roleKey: rolekey,
    username: nice,
    dataScope: datascope,
    ...(passwordchange === undefined ? {} : { pwdChangeDue: true }),
    sessionId,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** What a date can hold: a later one would compare as no time at all. */
function isTime(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= 8_640_000_000_000
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
