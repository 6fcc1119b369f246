import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { LOGIN_FAILED, LOGIN_SUCCEEDED } from './login-status.ts'

export interface LoginsOfHour {
  /** The beginning of the hour. */
  readonly time: string
  readonly succeeded: number
  readonly failed: number
}

const HOUR_IN_MILLISECONDS = 60 * 60 * 1000
const MAX_NAMES = 10

/** Aggregates the login log. Queries read only the entries of the requested time, by index. */
export function createLoginLogStatisticsStore(database: Database) {
  async function mostFailing(column: 'username' | 'ipaddr', from: number) {
    const rows = await database
      .selectFrom('login_log')
      .select((of) => [of.ref(column).as('name'), of.fn.countAll<number>().as('count')])
      .where('status', '=', LOGIN_FAILED)
      .where('login_time', '>=', from)
      .groupBy(column)
      .orderBy('count', 'desc')
      .orderBy(column)
      .limit(MAX_NAMES)
      .execute()
    return rows.map(({ name, count }) => ({ name, count: Number(count) }))
  }

  return {
    /** Returns the logins of every hour, including the hours without any. */
    async perHour(from: number, to: number): Promise<LoginsOfHour[]> {
      const first = startOfHour(from)
      const hour = sql<number>`login_time - login_time % ${sql.lit(HOUR_IN_MILLISECONDS)}`
      const rows = await database
        .selectFrom('login_log')
        .select((of) => [hour.as('hour'), 'status', of.fn.countAll<number>().as('count')])
        .where('login_time', '>=', first)
        .where('login_time', '<=', to)
        .where('reason', '!=', 'logged-out')
        .groupBy([hour, 'status'])
        .execute()
      const counts = new Map(rows.map(({ hour: at, status, count }) => [`${at} ${status}`, Number(count)]))
      const hours: LoginsOfHour[] = []
      for (let at = first; at <= to; at += HOUR_IN_MILLISECONDS) {
        hours.push({
          time: new Date(at).toISOString(),
          succeeded: counts.get(`${at} ${LOGIN_SUCCEEDED}`) ?? 0,
          failed: counts.get(`${at} ${LOGIN_FAILED}`) ?? 0,
        })
      }
      return hours
    },

    /** Counts the login attempts of the same hours by reason. */
    async countByReason(from: number, to: number): Promise<ReadonlyMap<string, number>> {
      const rows = await database
        .selectFrom('login_log')
        .select((of) => ['reason', of.fn.countAll<number>().as('count')])
        .where('login_time', '>=', startOfHour(from))
        .where('login_time', '<=', to)
        .where('reason', '!=', 'logged-out')
        .groupBy('reason')
        .execute()
      return new Map(rows.map(({ reason, count }) => [reason, Number(count)]))
    },

    async failingNames(from: number): Promise<{ username: string; count: number }[]> {
      return (await mostFailing('username', from)).map(({ name, count }) => ({ username: name, count }))
    },

    async failingAddresses(from: number): Promise<{ ipaddr: string; count: number }[]> {
      return (await mostFailing('ipaddr', from)).map(({ name, count }) => ({ ipaddr: name, count }))
    },
  }
}

function startOfHour(time: number): number {
  return time - (time % HOUR_IN_MILLISECONDS)
}
