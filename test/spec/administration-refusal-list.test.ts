import { afterAll, expect, test } from 'vitest'
import { call } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const GROUPS = { method: 'GET', path: '/api/v1/refusal/group' }
const REQUESTS = { method: 'GET', path: '/api/v1/refusal/request' }

const service = await startService({
  protectedRoutes: async (routes) => {
    routes.all('/api/v1/orders/:id', () => ({ ran: true }))
  },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'orders', [{ method: 'GET', path: '/api/v1/orders/:id' }])
const olgaId = await addUser(admin, 'olga', roleId)
await addUser(admin, 'otto', roleId)
const olga = await operatorOf('olga')
const otto = await operatorOf('otto')
for (const id of [7, 8]) expectRefused(await olga.remove(`/orders/${id}`), 401)
expectRefused(await otto.remove('/orders/9'), 401)
expectRefused(await olga.put('/orders/7', {}), 401)
expectRefused(await call(`${service.base}/orders/7`), 401)

function operatorOf(username: string): Promise<Operator> {
  return loginOperator(service.base, { username, password: passwordOf(username) })
}

interface Group {
  readonly reason: string
  readonly roleKey?: string
  readonly method: string
  readonly route: string
  readonly count: number
  readonly users: number
  readonly newest: {
    readonly requestId: string
    readonly refusedAt: string
    readonly path: string
    readonly needed?: object
  }
  readonly now?: string
}

interface GroupPage {
  readonly list: readonly Group[]
  readonly count: number
  readonly refusals: number
  readonly keepMinutes: number
  readonly facets: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

const groups = (query = '', operator = admin) => dataOf<GroupPage>(operator.get(`/refusal/group${query}`))
const requests = (query = '', operator = admin) =>
  dataOf<{ list: readonly Readonly<Record<string, unknown>>[]; count: number }>(
    operator.get(`/refusal/request${query}`),
  )

test('refusals with the same role, route and reason form a group, with its requests, users and whether a rule is missing', async () => {
  const page = await groups('?roleKey=orders&reason=permission-denied&pageSize=200')
  const key = { reason: 'permission-denied', roleKey: 'orders', route: '/api/v1/orders/:id' }
  const newest = { requestId: expect.any(String), refusedAt: expect.any(String) }
  expect(page).toMatchObject({ count: 2, refusals: 4, keepMinutes: 1440, pageIndex: 1 })
  expect(page.list).toEqual([
    {
      ...key,
      method: 'PUT',
      count: 1,
      users: 1,
      newest: { ...newest, path: '/api/v1/orders/7' },
      now: 'missing-rule',
    },
    {
      ...key,
      method: 'DELETE',
      count: 3,
      users: 2,
      newest: { ...newest, path: '/api/v1/orders/9' },
      now: 'missing-rule',
    },
  ])
  const byCount = await groups('?roleKey=orders&orderBy=count&order=desc&pageSize=1')
  expect(byCount).toMatchObject({ list: [{ method: 'DELETE' }], count: 2, pageSize: 1 })
})

test('the facets count the values of each filter among what matches the other filters', async () => {
  const { facets } = await groups(
    `?roleKey=orders&method=DELETE&route=${encodeURIComponent('/api/v1/orders/:id')}`,
  )
  expect(facets.users).toEqual([
    { userId: olgaId, username: 'olga', count: 2 },
    { userId: expect.any(Number), username: 'otto', count: 1 },
  ])
  expect(facets.reasons).toEqual([{ value: 'permission-denied', count: 3 }])
  expect(facets.routes).toContainEqual({ method: 'PUT', route: '/api/v1/orders/:id', count: 1 })
  const { facets: all } = await groups()
  expect(all.roles).toContainEqual({ value: '-', count: expect.any(Number) })
})

test('each filter selects the same requests in the list and in the groups', async () => {
  const route = encodeURIComponent('/api/v1/orders/:id')
  for (const [query, count] of [
    ['?roleKey=orders', 4],
    ['?roleKey=orders&userId=', 4],
    [`?userId=${olgaId}`, 3],
    [`?userId=${olgaId}&method=DELETE&route=${route}`, 2],
    ['?reason=token-missing&roleKey=-', 1],
    ['?roleKey=unknown', 0],
    ['?route=%00', 0],
  ] as const) {
    const { list, count: listed } = await requests(query)
    expect([list.length, listed], query).toEqual([count, count])
    expect((await groups(query)).refusals, query).toBe(count)
  }
})

test('a listed request has its id, time, user and address, and its id leads to the explanation', async () => {
  const [newest] = (await requests('?roleKey=orders&pageSize=1')).list
  expect(newest).toEqual({
    requestId: expect.any(String),
    refusedAt: expect.any(String),
    reason: 'permission-denied',
    code: 401,
    method: 'PUT',
    path: '/api/v1/orders/7',
    address: '127.0.0.1',
    user: { userId: olgaId, username: 'olga' },
    roleKey: 'orders',
  })
  const explained = await dataOf<{ list: unknown[] }>(admin.get(`/refusal?requestId=${newest?.requestId}`))
  expect(explained.list).toMatchObject([{ access: { routeRule: { path: '/api/v1/orders/:id' } } }])
  const [anonymous] = (await requests('?roleKey=-&reason=token-missing')).list
  expect(anonymous).not.toHaveProperty('user')
})

test('a group says whether a rule would help: not for another reason, not if the call is allowed now, not for a deleted role', async () => {
  const [other] = (await groups('?reason=token-missing')).list
  expect(other).not.toHaveProperty('now')
  await addUser(admin, 'gerd', await addRole(admin, 'short-lived', []))
  const gerd = await operatorOf('gerd')
  expectRefused(await gerd.get('/orders/1'), 401)
  const stateOf = async () => (await groups('?roleKey=short-lived')).list[0]?.now
  expect(await stateOf()).toBe('missing-rule')
  const rule = { roleKey: 'short-lived', method: 'GET', path: '/api/v1/orders/:id' }
  await dataOf(admin.post('/policy', { rules: [rule] }))
  expect(await stateOf()).toBe('allowed')
  const users = await dataOf<{ list: { userId: number; roleId: number }[] }>(
    admin.get('/sys-user?username=gerd'),
  )
  const [user] = users.list
  await dataOf(admin.remove(`/sys-user/${user?.userId}`))
  await dataOf(admin.remove('/policy', { rules: [rule] }))
  await dataOf(admin.remove(`/role/${user?.roleId}`))
  expect(await stateOf()).toBeUndefined()
})

test('the group of a request whose handler required another call names that call', async () => {
  await addUser(admin, 'ines', await addRole(admin, 'asking', [GROUPS, REQUESTS]))
  const ines = await operatorOf('ines')
  expectRefused(await ines.get(`/refusal/group?userId=${olgaId}`), 401)
  expect((await groups('?roleKey=asking')).list).toMatchObject([
    {
      route: '/api/v1/refusal/group',
      newest: { needed: { method: 'GET', path: '/api/v1/sys-user' } },
      now: 'missing-rule',
    },
  ])
})

test('an operator who may not list users sees only their own refusals', async () => {
  const id = await addUser(admin, 'carl', await addRole(admin, 'lookup', [GROUPS, REQUESTS]))
  const carl = await operatorOf('carl')
  expect(await groups('', carl)).toMatchObject({ list: [], refusals: 0, facets: { roles: [], users: [] } })
  expectRefused(await carl.get('/orders/7'), 401)
  expect(await requests('', carl)).toMatchObject({ list: [{ user: { username: 'carl' } }], count: 1 })
  const { list, facets } = await groups(`?userId=${id}`, carl)
  expect(list).toMatchObject([{ roleKey: 'lookup', count: 1, users: 1 }])
  expect(facets).toMatchObject({ users: [{ username: 'carl' }], roles: [{ value: 'lookup' }] })
  for (const path of ['group', 'request'])
    expectRefused(await carl.get(`/refusal/${path}?userId=${olgaId}`), 401)
  expectRefused(await olga.get('/refusal/group'), 401)
})

test.each(['?userId=x', '?userId=0', '?pageSize=0', '?orderBy=reason', `?roleKey=${'x'.repeat(65)}`])(
  'groups%s is refused',
  async (query) => expectRefused(await admin.get(`/refusal/group${query}`), 400),
)

test('the time selects groups, requests and facets', async () => {
  const before = await requests('?roleKey=orders&pageSize=200')
  service.advance(40 * 60 * 1000)
  const since = new Date(Date.now() + 20 * 60 * 1000).toISOString()
  expectRefused(await olga.remove('/orders/10'), 401)
  const recent = `beginTime=${since}&roleKey=orders`
  expect(await requests(`?${recent}`)).toMatchObject({ count: 1, list: [{ path: '/api/v1/orders/10' }] })
  expect(await groups(`?${recent}`)).toMatchObject({
    count: 1,
    refusals: 1,
    list: [{ method: 'DELETE', count: 1 }],
  })
  expect((await groups(`?${recent}`)).facets.users).toEqual([{ userId: olgaId, username: 'olga', count: 1 }])
  expect((await requests(`?endTime=${since}&roleKey=orders`)).count).toBe(before.count)
  expectRefused(await admin.get('/refusal/group?beginTime=yesterday'), 400)
})
