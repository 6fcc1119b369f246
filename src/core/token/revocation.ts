import type { Identity } from '../../platform/http/call/identity.ts'

/** Why a session was ended before it expired. The refusal of its token depends on it. */
const END_REASONS = ['ended', 'replaced', 'ended-by-operator', 'password-changed', 'role-ended'] as const
export type EndReason = (typeof END_REASONS)[number]

export type RevocationKind = 'session' | 'user' | 'role' | 'everyone'

/**
 * Revokes all sessions of a subject, or of everyone, whose id is not greater than `upToSession`. Session ids are assigned by
 * the database in ascending order, so a wrong clock, or clocks that differ between nodes, cannot make a revoked token valid
 * again. See docs/decisions/0002-revocation-by-session-number.md.
 */
export interface Revocation {
  readonly kind: RevocationKind
  readonly subjectId: number
  readonly upToSession: number
  readonly reason: EndReason
}

/** The revocations in force. */
export type Revocations = ReturnType<typeof createRevocations>

type Limit = Pick<Revocation, 'upToSession' | 'reason'>

export function createRevocations(initial: Iterable<Revocation> = []) {
  const sessions = new Map<number, EndReason>()
  const users = new Map<number, Limit>()
  const roles = new Map<number, Limit>()
  let everyone: Limit | undefined

  const add = ({ kind, subjectId, upToSession, reason }: Revocation): void => {
    if (kind === 'session') sessions.set(subjectId, reason)
    if (kind === 'user') raise(users, subjectId, { upToSession, reason })
    if (kind === 'role') raise(roles, subjectId, { upToSession, reason })
    if (kind === 'everyone' && upToSession > (everyone?.upToSession ?? 0)) everyone = { upToSession, reason }
  }
  for (const revocation of initial) add(revocation)

  return {
    add,
    /** Returns why the token's session was ended, or undefined if it was not. */
    endReasonOf: ({ sessionId, userId, roleId }: Pick<Identity, 'sessionId' | 'userId' | 'roleId'>) =>
      sessions.get(sessionId) ??
      reasonWithin(users.get(userId), sessionId) ??
      reasonWithin(roles.get(roleId), sessionId) ??
      reasonWithin(everyone, sessionId),
  }
}

/** Returns the reason that a stored text names; an unknown text, written by a newer version, means `ended`. */
export function parseEndReason(text: string): EndReason {
  return END_REASONS.find((reason) => reason === text) ?? 'ended'
}

function reasonWithin(limit: Limit | undefined, sessionId: number): EndReason | undefined {
  return limit !== undefined && sessionId <= limit.upToSession ? limit.reason : undefined
}

function raise(limits: Map<number, Limit>, subjectId: number, limit: Limit): void {
  const known = limits.get(subjectId)
  if (known === undefined || known.upToSession < limit.upToSession) limits.set(subjectId, limit)
}
