import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { LoginLog } from '../../../core/login-log/login-log.ts'
import type { LoginLogStatisticsStore } from '../../../core/login-log/login-log-statistics.store.ts'
import { hoursUpTo, type WholeHours } from '../../../core/login-log/whole-hours.ts'
import type { SessionStore } from '../../../core/session/session.store.ts'
import type { UserScope } from '../../../core/user/list/user-scope.ts'
import type { UserStore } from '../../../core/user/user.store.ts'
import { querySchema } from '../../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  listSchema,
  objectSchema,
  text,
  time,
} from '../../../platform/http/endpoint/response-schemas.ts'

const DEFAULT_HOURS = 24

const overviewSchema = objectSchema('Overview', {
  from: { ...time, description: 'The beginning of the first hour.' },
  to: {
    ...time,
    description: 'The end of the current hour. All figures but the sessions are of this period.',
  },
  hours: listSchema(objectSchema('LoginsOfHour', { time, succeeded: count, failed: count })),
  previous: {
    ...objectSchema('PreviousLogins', {
      from: time,
      to: time,
      succeeded: count,
      failed: count,
      captchaFailures: count,
    }),
    description: 'The same figures of as many hours before.',
  },
  captchaFailures: count,
  captchaFailureShare: { type: 'number', minimum: 0, maximum: 1, description: 'Of all attempts.' },
  newNetworks: {
    ...count,
    description: 'Logins from networks from which the user had not logged in before.',
  },
  failingNames: listSchema(
    objectSchema('FailingName', {
      username: text,
      count,
      exists: { type: 'boolean', description: 'Whether a user has this name.' },
    }),
  ),
  failingAddresses: listSchema(objectSchema('FailingAddress', { ipaddr: text, count })),
  sessions: { ...count, description: 'The number of active sessions.' },
})

interface Parts {
  readonly loginLog: LoginLog
  readonly loginLogStatistics: LoginLogStatisticsStore
  readonly sessionStore: SessionStore
  readonly users: UserStore
  readonly now: () => number
}

/** Returns login statistics and the number of active sessions. */
export function overviewRoute({ loginLog, loginLogStatistics, sessionStore, users, now }: Parts) {
  return endpoint({
    operationId: 'getOverview',
    summary: 'Get login statistics',
    response: overviewSchema,
    query: querySchema({
      hours: {
        type: 'string',
        format: 'hours',
        description:
          'The length of the period in whole hours, of which the last is the current hour; at most one week.',
      },
    }),
    async handler({ query, scope }) {
      await loginLog.flush().catch(() => {})
      const at = now()
      const period = hoursUpTo(at, Number(query.hours ?? DEFAULT_HOURS))
      const { hours, byReason } = await loginLogStatistics.attempts(scope, period)
      const attempts = [...byReason.values()].reduce((sum, count) => sum + count, 0)
      const captchaFailures = byReason.get('captcha-wrong') ?? 0
      return {
        ...timesOf(period),
        hours,
        previous: await figuresOf(scope, hoursUpTo(period.from - 1, hours.length)),
        captchaFailures,
        captchaFailureShare: attempts === 0 ? 0 : captchaFailures / attempts,
        newNetworks: await loginLogStatistics.newNetworks(scope, period),
        failingNames: await withExistence(await loginLogStatistics.failingNames(scope, period)),
        failingAddresses: await loginLogStatistics.failingAddresses(scope, period),
        sessions: await sessionStore.count(scope, at),
      }
    },
  })

  async function figuresOf(scope: UserScope, period: WholeHours) {
    const { hours, byReason } = await loginLogStatistics.attempts(scope, period)
    const sum = (field: 'succeeded' | 'failed') => hours.reduce((all, hour) => all + hour[field], 0)
    const captchaFailures = byReason.get('captcha-wrong') ?? 0
    return { ...timesOf(period), succeeded: sum('succeeded'), failed: sum('failed'), captchaFailures }
  }

  /** Marks the names that no user has: most are typing errors or guesses. */
  async function withExistence<Failing extends { username: string }>(failing: readonly Failing[]) {
    const holders = await users.holdersOf(failing.map(({ username }) => username))
    const existing = new Set([...holders.values()].map(({ username }) => username))
    return failing.map((one) => ({ ...one, exists: existing.has(one.username) }))
  }
}

function timesOf({ from, to }: WholeHours) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
