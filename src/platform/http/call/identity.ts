/** The five items in a token (docs/specification.md, 11), and what restricts or ends it. */
export interface TokenPayload {
  readonly userId: number
  readonly roleId: number
  readonly roleKey: string
  readonly username: string
  readonly dataScope: string
  /** Whether the token only allows setting a new password and a few other calls. */
  readonly pwdChangeDue?: boolean
  /** Whether the token only allows setting up a second factor and a few other calls. */
  readonly secondFactorDue?: boolean
  /** When the role ends, in milliseconds since 1970 and the time of the database; missing for a role without an end. */
  readonly roleUntil?: number
}

/** What a user has to do first, as the reason for which other calls are refused. */
export type DutyReason = 'password-change-due' | 'second-factor-due'

/** Returns what the user of a token has to do first, if anything. If both are due, the password comes first. */
export function dutyOf({
  pwdChangeDue,
  secondFactorDue,
}: Pick<TokenPayload, 'pwdChangeDue' | 'secondFactorDue'>): DutyReason | undefined {
  if (pwdChangeDue) return 'password-change-due'
  return secondFactorDue ? 'second-factor-due' : undefined
}

/** The caller and its session, as the token states them. Frozen: all requests with the same token share it. */
export interface Identity extends TokenPayload {
  readonly sessionId: number
  /** Milliseconds since 1970, as in `Date.now()`. */
  readonly issuedAt: number
  /** Milliseconds since 1970, as in `Date.now()`. */
  readonly expiresAt: number
}
