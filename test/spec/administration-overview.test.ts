import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { createLoginLogStore } from '../../src/logs/login-log/login-log.store.ts'
import type { LoginLogEntry } from '../../src/logs/login-log/login-log-entry.ts'
import { dataOf, type Listed, listOf, loginOperator, type Operator } from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR = 60 * 60 * 1000
/** In the middle of an hour. */
const NOW = Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2
const OUTCOMES = [
  { status: '2', reason: 'logged-in' },
  { status: '2', reason: 'logged-out' },
  { status: '1', reason: 'credentials-wrong' },
  { status: '1', reason: 'captcha-wrong' },
] as const

interface Overview {
  readonly from: string
  readonly to: string
  readonly hours: readonly { readonly time: string; readonly succeeded: number; readonly failed: number }[]
  readonly captchaFailures: number
  readonly captchaFailureShare: number
  readonly failingNames: readonly { readonly username: string; readonly count: number }[]
  readonly failingAddresses: readonly { readonly ipaddr: string; readonly count: number }[]
  readonly sessions: number
}

let service: TestService
let admin: Operator

beforeAll(async () => {
  service = await startService({ replacements: { now: () => NOW } })
  admin = await loginOperator(service.base)
  const { database, close } = await openDatabase(`sqlite:${service.dataDir}/castellan.db`, { migrate: false })
  await createLoginLogStore(database).insertMany(attempts())
  await close()
})
afterAll(() => service.close())

/** At the edges of all periods, and anywhere in the last eight days. */
function attempts(): LoginLogEntry[] {
  const edges = [24, 23, 72, 71, 168, 167, 1, 0].flatMap((hours) => {
    const beginning = NOW - HOUR / 2 - hours * HOUR
    return [beginning - 1, beginning, beginning + 1, beginning + HOUR / 2]
  })
  const others = Array.from({ length: 600 }, () => NOW - Math.floor(Math.random() * 8 * 24 * HOUR))
  const times = [...edges, ...others].filter((time) => time <= NOW)
  return times.map((time, index) => ({
    key: `attempt ${index}`,
    username: `name ${index % 13}`,
    ipaddr: `192.0.2.${index % 17}`,
    loginLocation: '',
    browser: '',
    os: '',
    platform: '',
    loginTime: new Date(time).toISOString(),
    remark: '',
    msg: '',
    method: 'password',
    loginKey: '',
    ...(OUTCOMES[((index * 7) % 5) % OUTCOMES.length] ?? OUTCOMES[0]),
  }))
}

const countOf = async (path: string) => (await dataOf<Listed>(admin.get(path))).count

async function expectFiguresOfLists(hours: number): Promise<void> {
  const overview = await dataOf<Overview>(admin.get(`/overview?hours=${hours}`))
  const { from, to } = overview
  expect(overview.hours).toHaveLength(hours)
  expect(overview.hours[0]?.time).toBe(from)
  expect(Date.parse(to) + 1 - Date.parse(from)).toBe(hours * HOUR)
  const logged = (filter: object, beginTime = from, endTime = to) =>
    countOf(`/sys-login-log?${new URLSearchParams({ ...filter, beginTime, endTime })}`)

  const sum = (field: 'succeeded' | 'failed') => overview.hours.reduce((all, hour) => all + hour[field], 0)
  expect(sum('succeeded')).toBe(await logged({ reason: 'logged-in' }))
  expect(sum('failed')).toBe(await logged({ status: '1' }))
  expect(overview.captchaFailures).toBe(await logged({ reason: 'captcha-wrong' }))
  expect(overview.captchaFailureShare).toBe(overview.captchaFailures / (sum('succeeded') + sum('failed')))
  expect(overview.failingNames).not.toEqual([])
  for (const { username, count } of overview.failingNames) {
    expect(count).toBe(await logged({ username, status: '1' }))
  }
  for (const { ipaddr, count } of overview.failingAddresses) {
    expect(count).toBe(await logged({ ipaddr, status: '1' }))
  }
  for (const hour of overview.hours.filter((_, index) => index % 23 === 0)) {
    const end = new Date(Date.parse(hour.time) + HOUR - 1).toISOString()
    expect(hour.succeeded).toBe(await logged({ reason: 'logged-in' }, hour.time, end))
    expect(hour.failed).toBe(await logged({ status: '1' }, hour.time, end))
  }
  expect(overview.sessions).toBe(await countOf('/session'))
}

test.each([1, 24, 72, 168])(
  'each figure of the overview is the count of the list that it opens, for %d hours',
  expectFiguresOfLists,
)

test('the figures and the lists stay the same after entries are deleted', async () => {
  const before = await dataOf<Overview>(admin.get('/overview?hours=168'))
  const failed = await listOf(admin, '/sys-login-log?status=1&pageSize=50')
  const ids = failed.map(({ id }) => Number(id))
  await dataOf(admin.remove('/sys-login-log', { ids }))
  await expectFiguresOfLists(168)
  const after = await dataOf<Overview>(admin.get('/overview?hours=168'))
  const failuresOf = ({ hours }: Overview) => hours.reduce((all, hour) => all + hour.failed, 0)
  expect(failuresOf(after)).toBe(failuresOf(before) - ids.length)
})
