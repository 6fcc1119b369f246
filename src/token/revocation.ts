import type { EndReason } from './end-reason.ts'
import type { RevocationMark } from './revocation.store.ts'

/** Whose tokens are dead though they have not expired. */
export interface Revocations {
  /** Why the token is dead; undefined while it is not. */
  endOf(token: { sessionId: number; userId: number; roleId: number }): EndReason | undefined
  /** Marks only ever shut out: one that is added to those in force needs no new snapshot. */
  add(mark: RevocationMark): void
}

type Mark = Pick<RevocationMark, 'upToSession' | 'reason'>

export function createRevocations(marks: Iterable<RevocationMark> = []): Revocations {
  const sessions = new Map<number, EndReason>()
  const users = new Map<number, Mark>()
  const roles = new Map<number, Mark>()

  const add = ({ kind, subjectId, upToSession, reason }: RevocationMark): void => {
    if (kind === 'session') sessions.set(subjectId, reason)
    if (kind === 'user') raise(users, subjectId, { upToSession, reason })
    if (kind === 'role') raise(roles, subjectId, { upToSession, reason })
  }
  for (const mark of marks) add(mark)

  return {
    add,
    endOf: ({ sessionId, userId, roleId }) =>
      sessions.get(sessionId) ?? endBy(users.get(userId), sessionId) ?? endBy(roles.get(roleId), sessionId),
  }
}

function endBy(mark: Mark | undefined, sessionId: number): EndReason | undefined {
  return mark !== undefined && sessionId <= mark.upToSession ? mark.reason : undefined
}

function raise(marks: Map<number, Mark>, subjectId: number, mark: Mark): void {
  const known = marks.get(subjectId)
  if (known === undefined || known.upToSession < mark.upToSession) marks.set(subjectId, mark)
}
