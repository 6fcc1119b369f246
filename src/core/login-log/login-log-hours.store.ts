import type { Database } from '../../platform/database/database.ts'
import { startOfHour } from './whole-hours.ts'

/** The columns of an entry by which it is counted. */
export interface CountedEntry {
  readonly login_time: number
  readonly status: string
  readonly reason: string
}

/**
 * Counts the entries of the log per hour. Use it in the transaction that changes the log, while the log is locked.
 * See docs/decisions/0050-overview-in-whole-hours.md.
 */
export function createLoginLogHoursStore(database: Database) {
  async function change(entries: readonly CountedEntry[], step: 1 | -1): Promise<void> {
    const changes = new Map<string, { hour: number; status: string; reason: string; count: number }>()
    for (const { login_time, status, reason } of entries) {
      const hour = startOfHour(login_time)
      const key = JSON.stringify([hour, status, reason])
      changes.set(key, { hour, status, reason, count: (changes.get(key)?.count ?? 0) + step })
    }
    for (const row of changes.values()) {
      const { numUpdatedRows } = await database
        .updateTable('login_log_hours')
        .set((of) => ({ count: of('count', '+', row.count) }))
        .where('hour', '=', row.hour)
        .where('status', '=', row.status)
        .where('reason', '=', row.reason)
        .executeTakeFirst()
      if (numUpdatedRows === 0n && step === 1)
        await database.insertInto('login_log_hours').values(row).execute()
    }
  }

  return {
    add: (entries: readonly CountedEntry[]) => change(entries, 1),

    async subtract(entries: readonly CountedEntry[]): Promise<void> {
      await change(entries, -1)
      const hours = [...new Set(entries.map(({ login_time }) => startOfHour(login_time)))]
      if (hours.length === 0) return
      const [first, last] = [Math.min(...hours), Math.max(...hours)]
      await database
        .deleteFrom('login_log_hours')
        .where('hour', '>=', first)
        .where('hour', '<=', last)
        .where('count', '<=', 0)
        .execute()
    },
  }
}
