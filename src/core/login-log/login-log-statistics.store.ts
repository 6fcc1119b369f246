import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { countOf } from '../../platform/database/query/page.ts'
import { HOUR_IN_MS } from '../../platform/runtime/time-units.ts'
import { isUserInScope } from '../user/list/user-scope.store.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import { LOGIN_FAILED, LOGIN_PENDING, LOGIN_SUCCEEDED } from './login-status.ts'
import { hoursIn, type WholeHours } from './whole-hours.ts'

const MAX_NAMES = 10

export type LoginLogStatisticsStore = ReturnType<typeof createLoginLogStatisticsStore>

/** Aggregates the login log: attempts from the counts per hour, and failures by an index with all columns they need. */
export function createLoginLogStatisticsStore(database: Database) {
  const entries = (scope: UserScope, { from, to }: WholeHours) =>
    database
      .selectFrom('login_log')
      .where('login_time', '>=', from)
      .where('login_time', '<=', to)
      .where(isUserInScope(scope, sql.ref('user_id')))

  function mostFailing(scope: UserScope, column: 'username' | 'ipaddr', period: WholeHours) {
    return entries(scope, period)
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('status', '=', LOGIN_FAILED)
      .groupBy(column)
      .orderBy('count', 'desc')
      .orderBy(column)
      .limit(MAX_NAMES)
  }

  async function countsOf(scope: UserScope, period: WholeHours) {
    if (scope.kind === 'all')
      return database
        .selectFrom('login_log_hours')
        .select(['hour', 'status', 'reason', 'count'])
        .where('hour', '>=', period.from)
        .where('hour', '<=', period.to)
        .execute()
    const hour = sql<number>`login_time - login_time % ${sql.lit(HOUR_IN_MS)}`
    const rows = await entries(scope, period)
      .select((of) => [hour.as('hour'), 'status', 'reason', of.fn.countAll<number>().as('count')])
      .groupBy([hour, 'status', 'reason'])
      .execute()
    return rows.map((row) => ({ ...row, hour: Number(row.hour), count: Number(row.count) }))
  }

  return {
    /** Returns the login attempts of every hour of a period. Logouts and first steps of a login are not counted. */
    async attempts(scope: UserScope, period: WholeHours) {
      const rows = await countsOf(scope, period)
      const byReason = new Map<string, number>()
      const byHour = new Map<string, number>()
      const add = (counts: Map<string, number>, key: string, count: number) =>
        counts.set(key, (counts.get(key) ?? 0) + count)
      for (const { hour, status, reason, count } of rows) {
        if (reason === 'logged-out' || reason === 'password-set' || status === LOGIN_PENDING) continue
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
    newNetworks: (scope: UserScope, period: WholeHours) =>
      countOf(entries(scope, period).where('new_network', '=', 1)),

    async failingNames(scope: UserScope, period: WholeHours) {
      const rows = await mostFailing(scope, 'username', period).select('username').execute()
      return rows.map(({ username, count }) => ({ username, count: Number(count) }))
    },

    async failingAddresses(scope: UserScope, period: WholeHours) {
      const rows = await mostFailing(scope, 'ipaddr', period).select('ipaddr').execute()
      return rows.map(({ ipaddr, count }) => ({ ipaddr, count: Number(count) }))
    },
  }
}
