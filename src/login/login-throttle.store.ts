import type { Database } from '../database/database.ts'
import { onConflictDoNothing } from '../database/insert.ts'
import { forUpdate } from '../database/row-locks.ts'

/** What is known of one who tries to log in. Times are in milliseconds. */
export interface Attempts {
  /** Those that failed, one after another, and those that are under way. */
  readonly failures: number
  /** Before this, nothing is tried. */
  readonly blockedUntil: number
  /** When a login succeeded last; 0 for never. */
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

  async function insertUnlessThere(subjects: Subjects): Promise<void> {
    const none = { failures: 0, blocked_until: 0, succeeded_at: 0, updated_at: 0 }
    const rows = subjects.toSorted().map((id) => ({ id, ...none }))
    await onConflictDoNothing(database, database.insertInto('login_attempts').values(rows)).execute()
  }

  return {
    /** Nobody else counts for these subjects until the transaction ends. Answers what is known of each. */
    async lock(subjects: Subjects): Promise<(subject: string) => Attempts> {
      let known = await findLocked(subjects)
      // There is nothing to lock before the first attempt. Of two at once, the second waits for the first one's row.
      if (known.size < subjects.length) {
        await insertUnlessThere(subjects)
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
