import { afterAll, expect, test } from 'vitest'
import { createLoginLogStore } from '../../src/core/login-log/login-log.store.ts'
import type { LoginLogEntry } from '../../src/core/login-log/login-log-entry.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { addUser, dataOf, type Listed, listOf, loginOperator, refusalOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const HOUR = 60 * 60 * 1000
/** In the middle of an hour. */
const NOW = Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2
const WEBHOOK = {
  name: 'hook',
  url: 'https://127.0.0.1:1/',
  secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  // None of them happens here.
  kinds: ['log.tampered'],
  allowHttp: false,
}
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
  readonly previous: {
    readonly from: string
    readonly to: string
    readonly succeeded: number
    readonly failed: number
    readonly captchaFailures: number
  }
  readonly captchaFailures: number
  readonly newNetworks: number
  readonly captchaFailureShare: number
  readonly failingNames: readonly { readonly username: string; readonly count: number }[]
  readonly failingAddresses: readonly { readonly ipaddr: string; readonly count: number }[]
  readonly sessions: number
}

const service = await startService({
  settings: { events: { webhooks: [WEBHOOK] } },
  replacements: { now: () => NOW },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const { database, close } = await openDatabase(`sqlite:${service.dataDir}/castellan.db`, { migrate: false })
await createLoginLogStore(database).insertMany(attempts())
await close()

/** At the edges of all periods, and anywhere in the last fifteen days. */
function attempts(): LoginLogEntry[] {
  const edges = [24, 23, 72, 71, 168, 167, 1, 0].flatMap((hours) => {
    const beginning = NOW - HOUR / 2 - hours * HOUR
    return [beginning - 1, beginning, beginning + 1, beginning + HOUR / 2]
  })
  const others = Array.from({ length: 600 }, () => NOW - Math.floor(Math.random() * 15 * 24 * HOUR))
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
    newNetwork: index % 29 === 0,
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
  expect(overview.newNetworks).toBe(await logged({ newNetwork: 'true' }))
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
  const { previous } = overview
  expect(Date.parse(previous.to) + 1).toBe(Date.parse(from))
  expect(Date.parse(from) - Date.parse(previous.from)).toBe(hours * HOUR)
  expect(previous).toMatchObject({
    succeeded: await logged({ reason: 'logged-in' }, previous.from, previous.to),
    failed: await logged({ status: '1' }, previous.from, previous.to),
    captchaFailures: await logged({ reason: 'captcha-wrong' }, previous.from, previous.to),
  })
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

test('the figures of attention are the counts of the lists that they open', async () => {
  const other = await loginOperator(service.base)
  const roles = await listOf(admin, '/role?roleKey=admin')
  const adminRole = Number(roles[0]?.roleId)
  await addUser(admin, 'secured', adminRole)
  const secured = Number((await listOf(admin, '/sys-user?username=secured'))[0]?.userId)
  const { database, close } = await openDatabase(`sqlite:${service.dataDir}/castellan.db`, { migrate: false })
  const factor = { secret: 'x', last_step: 0, created_at: 1 }
  await database
    .insertInto('second_factors')
    .values({ id: secured, confirmed_at: 1, ...factor })
    .execute()
  await database
    .insertInto('second_factors')
    .values({ id: 1, confirmed_at: 0, ...factor })
    .execute()
  await close()
  const names = async (query: string) =>
    (await listOf(admin, `/sys-user?roleId=${adminRole}&status=2${query}`)).map(({ username }) => username)
  expect(await names('&secondFactor=none')).toEqual(['admin'])
  expect(await names('&secondFactor=set')).toEqual(['secured'])
  expect(await names('&secondFactor=none&search=adm')).toEqual(['admin'])
  expect(await countOf(`/sys-user?roleId=${adminRole}&status=2&secondFactor=none&pageSize=1`)).toBe(1)
  expect(refusalOf(await admin.get('/sys-user?secondFactor=maybe'))[0]).toBe(400)

  const critical = await listOf(admin, '/event?severity=critical')
  const granted = critical.find(({ text }) => String(text).includes('secured'))
  expect(await countOf(`/event?severity=critical&after=${Number(granted?.id) - 1}`)).toBe(1)
  expect(await countOf(`/event?severity=critical&after=${granted?.id}`)).toBe(0)
  expect(refusalOf(await admin.get('/event?after=x'))[0]).toBe(400)
  await dataOf(other.post('/logout', {}))
})

test('the system: versions, the database, keys and the state of each webhook', async () => {
  const system = await dataOf<Record<string, unknown>>(admin.get('/system'))
  expect(system).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    nodeVersion: process.versions.node,
    mode: expect.any(String),
    database: { product: 'SQLite', version: expect.stringMatching(/^3\./) },
    keys: [{ kid: null, algorithm: 'HS256', state: 'signing' }],
    fourEyes: { operations: [], confirmers: 2, requiredConfirmers: 0, suspended: [] },
    webhooks: [expect.objectContaining({ name: 'hook', failures: 0, waiting: expect.any(Number) })],
  })
})
