import type { Database } from '../../database/database.ts'
import { LOGIN_FAILED, LOGIN_PENDING, LOGIN_SUCCEEDED } from './login-status.ts'
import { hoursIn, type WholeHours } from './whole-hours.ts'

/** The login attempts of a period. Logouts and first steps of a login are not counted. */
export interface LoginAttempts {
  /** Every hour, including the hours without any. */
  readonly hours: readonly LoginsOfHour[]
  readonly byReason: ReadonlyMap<string, number>
}

interface LoginsOfHour {
  /** The beginning of the hour. */
  readonly time: string
  readonly succeeded: number
  readonly failed: number
}

const MAX_NAMES = 10

/** Aggregates the login log: attempts from the counts per hour, and failures by an index with all columns they need. */
export function createLoginLogStatisticsStore(database: Database) {
  async function mostFailing(column: 'username' | 'ipaddr', { from, to }: WholeHours) {
    const rows = await database
      .selectFrom('login_log')
      .select((of) => [of.ref(column).as('name'), of.fn.countAll<number>().as('count')])
      .where('status', '=', LOGIN_FAILED)
      .where('login_time', '>=', from)
      .where('login_time', '<=', to)
      .groupBy(column)
      .orderBy('count', 'desc')
      .orderBy(column)
      .limit(MAX_NAMES)
      .execute()
    return rows.map(({ name, count }) => ({ name, count: Number(count) }))
  }

  return {
    async attempts(period: WholeHours): Promise<LoginAttempts> {
      const rows = await database
        .selectFrom('login_log_hours')
        .select(['hour', 'status', 'reason', 'count'])
        .where('hour', '>=', period.from)
        .where('hour', '<=', period.to)
        .where('reason', '!=', 'logged-out')
        .where('status', '!=', LOGIN_PENDING)
        .execute()
      const byReason = new Map<string, number>()
      const byHour = new Map<string, number>()
      const add = (counts: Map<string, number>, key: string, count: number) =>
        counts.set(key, (counts.get(key) ?? 0) + count)
      for (const { hour, status, reason, count } of rows) {
        add(byReason, reason, count)
        add(byHour, `${hour} ${status}`, count)
      }
      const hours = hoursIn(period).map((hour) => ({
        time: new Date(hour).toISOString(),
        succeeded: byHour.get(`${hour} ${LOGIN_SUCCEEDED}`) ?? 0,
        failed: byHour.get(`${hour} ${LOGIN_FAILED}`) ?? 0,
      }))
      return { hours, byReason }
    },

    /** Returns the number of logins from networks from which the user had not logged in before. */
    async newNetworks({ from, to }: WholeHours): Promise<number> {
      const { count } = await database
        .selectFrom('login_log')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('new_network', '=', 1)
        .where('login_time', '>=', from)
        .where('login_time', '<=', to)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async failingNames(period: WholeHours): Promise<{ username: string; count: number }[]> {
      return (await mostFailing('username', period)).map(({ name, count }) => ({ username: name, count }))
    },

    async failingAddresses(period: WholeHours): Promise<{ ipaddr: string; count: number }[]> {
      return (await mostFailing('ipaddr', period)).map(({ name, count }) => ({ ipaddr: name, count }))
    },
  }
}
