import type { Database } from '../database/database.ts'
import { unlessThere } from '../database/insert.ts'
import { locking } from '../database/row-locks.ts'

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

export function createLoginThrottleStore(database: Database) {
  async function findLocked(subjects: readonly string[]): Promise<Map<string, Attempts>> {
    const found = database
      .selectFrom('login_attempts')
      .select([
        'id',
        'failures',
        'blocked_until as blockedUntil',
        'succeeded_at as succeededAt',
        'updated_at as updatedAt',
      ])
      .where('id', 'in', subjects)
      // All in the same order, or two could wait for each other.
      .orderBy('id')
    const rows = await locking(database, found).execute()
    return new Map(rows.map(({ id, ...attempts }) => [id, attempts]))
  }

  async function insertUnlessThere(subjects: readonly string[]): Promise<void> {
    const none = { failures: 0, blocked_until: 0, succeeded_at: 0, updated_at: 0 }
    const rows = subjects.toSorted().map((id) => ({ id, ...none }))
    await unlessThere(database, database.insertInto('login_attempts').values(rows)).execute()
  }

  return {
    /** Nobody else counts for these subjects until the transaction ends. Answers what is known of each. */
    async lock(subjects: readonly string[]): Promise<(subject: string) => Attempts> {
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

    async save(subject: string, { failures, blockedUntil, succeededAt, updatedAt }: Attempts): Promise<void> {
      const columns = {
        failures,
        blocked_until: blockedUntil,
        succeeded_at: succeededAt,
        updated_at: updatedAt,
      }
      await database.updateTable('login_attempts').set(columns).where('id', '=', subject).execute()
    },

    /** Forgets those who failed last before a time, and those who were let in last before another. */
    async purge(failedBefore: number, succeededBefore: number): Promise<void> {
      await database
        .deleteFrom('login_attempts')
        .where('updated_at', '<', failedBefore)
        .where('succeeded_at', '<', succeededBefore)
        .execute()
    },
  }
}
