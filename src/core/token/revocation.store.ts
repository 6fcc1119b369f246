import type { Database } from '../../platform/database/database.ts'
import { batchesOf } from '../../platform/database/query/batches.ts'
import { type EndReason, parseEndReason, type Revocation, type RevocationKind } from './revocation.ts'

export interface StoredRevocation extends Revocation {
  readonly id: number
}

export type RevocationStore = ReturnType<typeof createRevocationStore>

export function createRevocationStore(database: Database) {
  const revocations = database
    .selectFrom('revocations')
    .select(['id', 'kind', 'subject_id as subjectId', 'up_to_session as upToSession', 'reason'])

  return {
    /**
     * Returns all stored revocations, including those whose tokens have expired: if the clock is set back, these tokens must
     * not become valid again.
     */
    async all(): Promise<StoredRevocation[]> {
      return parseRows(await revocations.execute())
    },

    /** Returns the revocations with a greater id, and those with one of the other ids. */
    async since(id: number, otherIds: readonly number[]): Promise<StoredRevocation[]> {
      const rows = await revocations.where('id', '>', id).execute()
      for await (const ids of batchesOf(otherIds)) {
        rows.push(...(await revocations.where('id', 'in', ids).execute()))
      }
      return parseRows(rows)
    },

    /** Revokes one session and deletes its row. */
    async endSession(sessionId: number, expiresAt: number, reason: EndReason = 'ended'): Promise<void> {
      await insert('session', sessionId, sessionId, expiresAt, reason)
      await database.deleteFrom('sessions').where('id', '=', sessionId).execute()
    },

    /** Revokes sessions and deletes their rows, with few statements. */
    async endSessions(
      sessions: readonly { readonly id: number; readonly expiresAt: number }[],
      reason: EndReason,
    ): Promise<void> {
      for await (const some of batchesOf(sessions)) {
        const rows = some.map(({ id, expiresAt }) => ({
          kind: 'session',
          subject_id: id,
          up_to_session: id,
          expires_at: expiresAt,
          reason,
        }))
        await database.insertInto('revocations').values(rows).execute()
        const ids = some.map(({ id }) => id)
        await database.deleteFrom('sessions').where('id', 'in', ids).execute()
      }
    },

    /** Revokes all current sessions of a user, or of all users of a role, and deletes their rows. */
    async endAll(kind: 'user' | 'role', subjectId: number, reason: EndReason = 'ended'): Promise<void> {
      // Two queries, because SQLite scans the table for two aggregates in one, but reads one index entry for each alone.
      const sessions = database.selectFrom('sessions')
      const last = await sessions.select((of) => of.fn.max('id').as('id')).executeTakeFirst()
      const latest = await sessions.select((of) => of.fn.max('expires_at').as('at')).executeTakeFirst()
      if (!last || last.id === null) return
      await insert(kind, subjectId, Number(last.id), Number(latest?.at ?? 0), reason)
      const column = kind === 'user' ? 'user_id' : 'role_id'
      await database.deleteFrom('sessions').where(column, '=', subjectId).execute()
    },

    /** Revokes all sessions up to this one for ever, and deletes the rows of all sessions. */
    async endEveryone(upToSession: number): Promise<void> {
      await insert('everyone', 0, upToSession, Number.MAX_SAFE_INTEGER, 'ended')
      await database.deleteFrom('sessions').execute()
    },

    async deleteExpired(before: number): Promise<void> {
      await database.deleteFrom('revocations').where('expires_at', '<', before).execute()
    },
  }

  async function insert(
    kind: RevocationKind,
    subjectId: number,
    upToSession: number,
    expiresAt: number,
    reason: EndReason,
  ) {
    await database
      .insertInto('revocations')
      .values({ kind, subject_id: subjectId, up_to_session: upToSession, expires_at: expiresAt, reason })
      .execute()
  }
}

type Row = Omit<StoredRevocation, 'kind' | 'reason'> & { kind: string; reason: string }

function parseRows(rows: readonly Row[]): StoredRevocation[] {
  return rows.flatMap(({ kind, reason, ...rest }) =>
    isKind(kind) ? [{ kind, reason: parseEndReason(reason), ...rest }] : [],
  )
}

function isKind(text: string): text is RevocationKind {
  return text === 'session' || text === 'user' || text === 'role' || text === 'everyone'
}
