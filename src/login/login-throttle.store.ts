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
  return {
    /** Nobody else counts for this subject until the transaction ends. */
    async lock(subject: string): Promise<Attempts> {
      const row = { id: subject, failures: 0, blocked_until: 0, succeeded_at: 0, updated_at: 0 }
      await unlessThere(database, database.insertInto('login_attempts').values(row)).execute()
      const found = database
        .selectFrom('login_attempts')
        .select([
          'failures',
          'blocked_until as blockedUntil',
          'succeeded_at as succeededAt',
          'updated_at as updatedAt',
        ])
        .where('id', '=', subject)
      return locking(database, found).executeTakeFirstOrThrow()
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
