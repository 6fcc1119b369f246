import type { Database } from '../database/database.ts'
import { type EndReason, endReasonOf } from './end-reason.ts'

export type RevocationKind = 'session' | 'user' | 'role'

/** The subject's sessions up to and including this number are dead. */
export interface RevocationMark {
  readonly kind: RevocationKind
  readonly subjectId: number
  readonly upToSession: number
  readonly reason: EndReason
}

/** Numbered as it was written. */
export interface NumberedMark extends RevocationMark {
  readonly id: number
}

/** Fewer than any database takes as parameters of one statement. */
const MOST_IDS = 500

export type RevocationStore = ReturnType<typeof createRevocationStore>

/**
 * Marks are by session number, not by time: numbers are given by the database in order, so a clock that is wrong,
 * or differs between nodes, brings no token back.
 */
export function createRevocationStore(database: Database) {
  const marks = database
    .selectFrom('revocations')
    .select(['id', 'kind', 'subject_id as subjectId', 'up_to_session as upToSession', 'reason'])

  return {
    /** Also of tokens that have expired, until they are purged: a clock that is set back brings none to life. */
    async all(): Promise<NumberedMark[]> {
      return marksOf(await marks.execute())
    },

    /** Those above a number, and of those below it the ones that are asked for. */
    async since(id: number, others: readonly number[]): Promise<NumberedMark[]> {
      const rows = await marks.where('id', '>', id).execute()
      for (let from = 0; from < others.length; from += MOST_IDS) {
        rows.push(...(await marks.where('id', 'in', others.slice(from, from + MOST_IDS)).execute()))
      }
      return marksOf(rows)
    },

    /** Ends one session, and forgets that there was one. */
    async endSession(sessionId: number, expiresAt: number, reason: EndReason = 'ended'): Promise<void> {
      await insert('session', sessionId, sessionId, expiresAt, reason)
      await database.deleteFrom('sessions').where('id', '=', sessionId).execute()
    },

    /** The same for every session so far of a user or of all users of a role. */
    async endAll(kind: 'user' | 'role', subjectId: number, reason: EndReason = 'ended'): Promise<void> {
      // One by one: of two at once, SQLite would look for them in all sessions rather than at the ends of two indexes.
      const sessions = database.selectFrom('sessions')
      const last = await sessions.select((of) => of.fn.max('id').as('id')).executeTakeFirst()
      const latest = await sessions.select((of) => of.fn.max('expires_at').as('at')).executeTakeFirst()
      if (!last || last.id === null) return
      await insert(kind, subjectId, Number(last.id), Number(latest?.at ?? 0), reason)
      const column = kind === 'user' ? 'user_id' : 'role_id'
      await database.deleteFrom('sessions').where(column, '=', subjectId).execute()
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

type Row = Omit<NumberedMark, 'kind' | 'reason'> & { kind: string; reason: string }

function marksOf(rows: readonly Row[]): NumberedMark[] {
  return rows.flatMap(({ kind, reason, ...rest }) =>
    isKind(kind) ? [{ kind, reason: endReasonOf(reason), ...rest }] : [],
  )
}

function isKind(text: string): text is RevocationKind {
  return text === 'session' || text === 'user' || text === 'role'
}
