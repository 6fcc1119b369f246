import type { RevocationMark } from './revocation.store.ts'

/** Whose tokens are dead though they have not expired. */
export interface Revocations {
  isDead(token: { sessionId: number; userId: number; roleId: number }): boolean
  /** Marks only ever shut out: one that is added to those in force needs no new snapshot. */
  add(mark: RevocationMark): void
}

export function createRevocations(marks: Iterable<RevocationMark> = []): Revocations {
  const sessions = new Set<number>()
  const users = new Map<number, number>()
  const roles = new Map<number, number>()

  const add = ({ kind, subjectId, upToSession }: RevocationMark): void => {
    if (kind === 'session') sessions.add(subjectId)
    if (kind === 'user') raise(users, subjectId, upToSession)
    if (kind === 'role') raise(roles, subjectId, upToSession)
  }
  for (const mark of marks) add(mark)

  return {
    add,
    isDead: ({ sessionId, userId, roleId }) =>
      sessions.has(sessionId) ||
      sessionId <= (users.get(userId) ?? -1) ||
      sessionId <= (roles.get(roleId) ?? -1),
  }
}

function raise(marks: Map<number, number>, subjectId: number, upToSession: number): void {
  marks.set(subjectId, Math.max(upToSession, marks.get(subjectId) ?? -1))
}
