import { afterAll, expect, test } from 'vitest'
import { expectRefused } from '../support/expectations.ts'
import { addRole, addUser, dataOf, loginOperator, passwordOf, refusalOf } from '../support/operator.ts'
import { startService } from '../support/service.ts'

const ORDERS = { method: 'GET', path: '/api/v1/orders/:id' }
const EXPLAIN = { method: 'GET', path: '/api/v1/policy/explain' }

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const userId = await addUser(admin, 'olga', await addRole(admin, 'orders', [ORDERS]))

function ask(question: Readonly<Record<string, string | number>>, operator = admin) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(question)) query.set(name, String(value))
  return operator.get(`/policy/explain?${query}`)
}

test('a role, a user name and a user id get the same answer, with the rule that allows the call', async () => {
  const call = { method: 'GET', path: '/api/v1/orders/7' }
  const answer = {
    allowed: true,
    why: 'rule',
    roleKey: 'orders',
    rule: { roleKey: 'orders', ...ORDERS },
  }
  const user = { userId, username: 'olga', pwdChangeDue: false, roleUntil: null }
  expect(await dataOf(ask({ roleKey: 'orders', ...call }))).toEqual(answer)
  expect(await dataOf(ask({ username: 'olga', ...call }))).toEqual({ ...answer, user })
  expect(await dataOf(ask({ userId, ...call }))).toEqual({ ...answer, user })
})

test('a denied call names the rule that would allow it, and that rule allows it', async () => {
  const question = { roleKey: 'orders', method: 'DELETE', path: '/api/v1/orders/a.b' }
  const missingRule = { roleKey: 'orders', method: 'DELETE', path: '/api/v1/orders/:name' }
  expect(await dataOf(ask(question))).toEqual({
    allowed: false,
    why: 'denied',
    roleKey: 'orders',
    missingRule,
    allowsMore: true,
    nearestRules: [{ roleKey: 'orders', ...ORDERS, differs: 'method' }],
    command: 'castellan policy add orders DELETE /api/v1/orders/:name',
  })
  await dataOf(admin.post('/policy', { rules: [missingRule] }))
  expect(await dataOf(ask(question))).toMatchObject({ allowed: true, why: 'rule', rule: missingRule })
})

test('the rule for the route is offered where the route is declared, was called, or is in a rule', async () => {
  await addRole(admin, 'clerk', [])
  const at = Date.now()
  const called = { roleKey: 'orders', method: 'GET', count: 1, firstUsedAt: at, lastUsedAt: at }
  await service.context.usage.add([
    { ...called, route: '/shop/carts/:id', allowed: false },
    { ...called, route: '/shop/carts/latest', allowed: true },
  ])
  const routeRuleOf = async (method: string, path: string) => {
    const answer = await dataOf<{ missingRule: object; routeRule?: { path: string }; command: string }>(
      ask({ roleKey: 'clerk', method, path }),
    )
    expect(answer.missingRule).toEqual({ roleKey: 'clerk', method: method === 'HEAD' ? 'GET' : method, path })
    expect(answer.command.split(' ').at(-1)).toBe(answer.routeRule?.path ?? path)
    return answer.routeRule?.path
  }
  expect(await routeRuleOf('PUT', '/api/v1/sys-user/7')).toBe('/api/v1/sys-user/:id')
  expect(await routeRuleOf('HEAD', '/shop/carts/1009')).toBe('/shop/carts/:id')
  expect(await routeRuleOf('GET', '/api/v1/orders/7')).toBe('/api/v1/orders/:id')
  expect(await routeRuleOf('GET', '/shop/carts/latest'), 'a route without parameters').toBeUndefined()
  expect(await routeRuleOf('PUT', '/shop/carts/1009'), 'another method').toBeUndefined()
})

test('no rule is suggested that would allow paths of any name', async () => {
  for (const path of ['/a.b', '/:name/*', `/${'x'.repeat(3000)}`]) {
    const answer = await dataOf(ask({ roleKey: 'orders', method: 'GET', path }))
    expect(answer, path.slice(0, 20)).toMatchObject({ allowed: false, why: 'denied' })
    for (const field of ['missingRule', 'allowsMore', 'command']) expect(answer).not.toHaveProperty(field)
  }
})

test('a disabled role or user is denied', async () => {
  const roleId = await addRole(admin, 'seasonal', [ORDERS])
  const seasonalId = await addUser(admin, 'sam', roleId)
  const call = { method: 'GET', path: '/api/v1/orders/7' }
  await dataOf(admin.put(`/sys-user/${seasonalId}/status`, { status: '1' }))
  expect(await dataOf(ask({ username: 'sam', ...call }))).toMatchObject({
    allowed: false,
    why: 'user-disabled',
  })
  expect(await dataOf(ask({ roleKey: 'seasonal', ...call }))).toMatchObject({ allowed: true })
  await dataOf(admin.put(`/role/${roleId}`, { status: '1' }))
  expect(await dataOf(ask({ roleKey: 'seasonal', ...call }))).toMatchObject({
    allowed: false,
    why: 'role-disabled',
  })
})

test.each([
  [{ roleKey: 'ordres' }, 404, /no role with the key "ordres"/],
  [{ username: 'nobody' }, 404, /no user with the username "nobody"/],
  [{ userId: 999_999 }, 404, /999999/],
  [{ roleKey: 'orders', method: 'BREW' }, 400, /"BREW" is unknown: write one of GET, /],
  [{ roleKey: 'orders', method: 'get' }, 400, /write "GET"/],
  [{ roleKey: 'orders', path: 'api/v1/orders' }, 400, /must start with "\/"/],
  [{ roleKey: 'orders', path: '/api//orders' }, 400, /canonical/],
  [{ roleKey: 'orders', username: 'olga' }, 400, /one of roleKey, userId, username and tokenId/],
  [{}, 400, /one of roleKey, userId, username and tokenId/],
  [{ tokenId: 999_999 }, 404, /no session with the ID 999999/],
  [{ tokenId: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }, 400, /Do not send the token itself/],
])('%j is an error, not a denial', async (change, code, msg) => {
  const answer = await ask({ method: 'GET', path: '/api/v1/orders/7', ...change })
  expect(refusalOf(answer)).toEqual([code, expect.stringMatching(msg)])
})

test('an operator who may not list users cannot find out who has an account', async () => {
  await addUser(admin, 'asker', await addRole(admin, 'asker', [EXPLAIN]))
  const asker = await loginOperator(service.base, { username: 'asker', password: passwordOf('asker') })
  const call = { method: 'GET', path: '/api/v1/orders/7' }
  const allowed = await dataOf(ask({ roleKey: 'orders', ...call }, asker))
  expect(allowed).toMatchObject({ allowed: true, why: 'rule' })
  expect(allowed, 'a rule of another role').not.toHaveProperty('rule')
  expect(await dataOf(ask({ ...EXPLAIN, roleKey: 'asker' }, asker))).toMatchObject({
    rule: { roleKey: 'asker', ...EXPLAIN },
  })
  const users = [
    { username: 'olga' },
    { username: 'nobody' },
    { userId },
    { userId: 999_999 },
    { tokenId: 1 },
  ]
  for (const user of users) expectRefused(await ask({ ...user, ...call }, asker), 401)
})

test('endpoints that need no rule are allowed for every role', async () => {
  const callOf = (method: string, path: string) => ask({ roleKey: 'orders', method, path })
  expect(await dataOf(callOf('POST', '/api/v1/login'))).toMatchObject({ allowed: true, why: 'none' })
  for (const [method, path] of [
    ['GET', '/api/v1/getinfo'],
    ['PUT', '/api/v1/user/profile'],
    ['PUT', '/api/v1/user/pwd/set'],
  ] as const) {
    expect(await dataOf(callOf(method, path))).toEqual({
      allowed: true,
      why: 'identity',
      roleKey: 'orders',
    })
  }
})
