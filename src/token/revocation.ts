import type { RevocationMark, RevocationStore } from './revocation.store.ts'

/** Whose tokens are dead though they have not expired: an immutable snapshot. */
export interface Revocations {
  isDead(token: { sessionId: number; userId: number; roleId: number }): boolean
}

export function createRevocations(marks: readonly RevocationMark[]): Revocations {
  const sessions = new Set<number>()
  const users = new Map<number, number>()
  const roles = new Map<number, number>()
  for (const { kind, subjectId, upToSession } of marks) {
    if (kind === 'session') sessions.add(subjectId)
    if (kind === 'user') raise(users, subjectId, upToSession)
    if (kind === 'role') raise(roles, subjectId, upToSession)
  }
  return {
    isDead: ({ sessionId, userId, roleId }) =>
      sessions.has(sessionId) ||
      sessionId <= (users.get(userId) ?? -1) ||
      sessionId <= (roles.get(roleId) ?? -1),
  }
}

function raise(marks: Map<number, number>, subjectId: number, upToSession: number): void {
  marks.set(subjectId, Math.max(upToSession, marks.get(subjectId) ?? -1))
}

/** The revocations in force. */
export interface RevocationSnapshot {
  current(): Revocations
  reload(): Promise<void>
}

export function createRevocationSnapshot(store: RevocationStore): RevocationSnapshot {
  let revocations = createRevocations([])
  return {
    current: () => revocations,
    async reload() {
      revocations = createRevocations(await store.all())
    },
  }
}
