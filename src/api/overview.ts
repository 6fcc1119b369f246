import type { RouteShorthandOptionsWithHandler } from 'fastify'
import { endpoint } from '../http/endpoint.ts'
import type { LoginLog } from '../login-log/login-log.ts'
import type { LoginLogStatisticsStore } from '../login-log/login-log-statistics.store.ts'
import type { SessionStore } from '../session/session.store.ts'
import type { UserStore } from '../user/user.store.ts'

export interface OverviewRouteOptions {
  readonly loginLog: LoginLog
  readonly loginLogStatistics: LoginLogStatisticsStore
  readonly sessionStore: SessionStore
  readonly users: Pick<UserStore, 'holdersOf'>
  readonly now: () => number
}

const HOUR_IN_MILLISECONDS = 60 * 60 * 1000
const DEFAULT_HOURS = 24

/** Returns login statistics and the number of active sessions. */
export function overviewRoute(options: OverviewRouteOptions): RouteShorthandOptionsWithHandler {
  const { loginLog, loginLogStatistics, sessionStore, users, now } = options
  return endpoint({
    query: {
      type: 'object',
      // At most one week.
      properties: { hours: { type: 'string', format: 'hours' } },
    } as const,
    async handler({ query }) {
      await loginLog.flush().catch(() => {})
      const to = now()
      const from = to - Number(query.hours ?? DEFAULT_HOURS) * HOUR_IN_MILLISECONDS
      const reasons = await loginLogStatistics.countByReason(from, to)
      const attempts = [...reasons.values()].reduce((sum, count) => sum + count, 0)
      const captchaFailures = reasons.get('captcha-wrong') ?? 0
      return {
        data: {
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          hours: await loginLogStatistics.perHour(from, to),
          captchaFailures,
          captchaFailureShare: attempts === 0 ? 0 : captchaFailures / attempts,
          failingNames: await withExistence(await loginLogStatistics.failingNames(from)),
          failingAddresses: await loginLogStatistics.failingAddresses(from),
          sessions: await sessionStore.count(to),
        },
      }
    },
  })

  /** Marks the names that no user has: most are typing errors or guesses. */
  async function withExistence<Failing extends { username: string }>(failing: readonly Failing[]) {
    const holders = await users.holdersOf(failing.map(({ username }) => username))
    const existing = new Set([...holders.values()].map(({ username }) => username))
    return failing.map((one) => ({ ...one, exists: existing.has(one.username) }))
  }
}
