import type { Database } from '../database/database.ts'
import { onConflictDoNothing } from '../database/insert.ts'
import { forUpdate } from '../database/row-locks.ts'

/** The login attempts of a username in a network, or of a network. Times are in milliseconds since 1970. */
export interface Attempts {
  /** Consecutive failed attempts, including those that are still being verified. */
  readonly failures: number
  /** Attempts before this time are refused. */
  readonly blockedUntil: number
  /** The time of the last successful login; 0 if there is none. */
  readonly succeededAt: number
  readonly updatedAt: number
}

export const NO_ATTEMPTS: Attempts = { failures: 0, blockedUntil: 0, succeededAt: 0, updatedAt: 0 }

export type LoginThrottleStore = ReturnType<typeof createLoginThrottleStore>

/** A username in a network, a network, or both. */
type Subjects = readonly [string] | readonly [string, string]

export function createLoginThrottleStore(database: Database) {
  async function findLocked(subjects: Subjects): Promise<Map<string, Attempts>> {
    const attempts = database
      .selectFrom('login_attempts')
      .select([
        'id',
        'failures',
        'blocked_until as blockedUntil',
        'succeeded_at as succeededAt',
        'updated_at as updatedAt',
      ])
      .where('id', 'in', subjects)
      // All transactions lock in the same order, so that two cannot deadlock.
      .orderBy('id')
    const rows = await forUpdate(database, attempts).execute()
    return new Map(rows.map(({ id, ...known }) => [id, known]))
  }

  async function insertIfMissing(subjects: Subjects): Promise<void> {
    const none = { failures: 0, blocked_until: 0, succeeded_at: 0, updated_at: 0 }
    const rows = subjects.toSorted().map((id) => ({ id, ...none }))
    await onConflictDoNothing(database, database.insertInto('login_attempts').values(rows)).execute()
  }

  return {
    /** Locks the subjects until the transaction ends. Returns a function that returns the attempts of each. */
    async lock(subjects: Subjects): Promise<(subject: string) => Attempts> {
      let known = await findLocked(subjects)
      // Before the first attempt there is no row to lock. A concurrent transaction waits for the inserted row.
      if (known.size < subjects.length) {
        await insertIfMissing(subjects)
        known = await findLocked(subjects)
      }
      return (subject) => {
        const attempts = known.get(subject)
        if (!attempts) throw new Error('login attempts could not be counted')
        return attempts
      }
    },

    async save(subject: string, attempts: Attempts): Promise<void> {
      await database
        .updateTable('login_attempts')
        .set({
          failures: attempts.failures,
          blocked_until: attempts.blockedUntil,
          succeeded_at: attempts.succeededAt,
          updated_at: attempts.updatedAt,
        })
        .where('id', '=', subject)
        .execute()
    },

    /** Deletes the rows whose last failure and last success are older than the given times. */
    async deleteExpired(failedBefore: number, succeededBefore: number): Promise<void> {
      await database
        .deleteFrom('login_attempts')
        .where('updated_at', '<', failedBefore)
        .where('succeeded_at', '<', succeededBefore)
        .execute()
    },
  }
}
