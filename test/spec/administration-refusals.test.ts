import { afterAll, expect, test } from 'vitest'
import { type Answer, call, tryLogin } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  dataOf,
  loginOperator,
  type Operator,
  passwordOf,
  refusalOf,
  type Thing,
} from '../support/operator.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'
import { startStandalone } from '../support/standalone.ts'

const READ_ORDER = { method: 'GET', path: '/api/v1/orders/:id' }
const REFUSALS = { method: 'GET', path: '/api/v1/refusal' }

const service = await startService({
  settings: { application: { trustProxy: ['127.0.0.1'] } },
  protectedRoutes: async (routes) => {
    routes.all('/api/v1/orders/:id', () => ({ ran: true }))
  },
})
afterAll(service.close)
const admin = await loginOperator(service.base)
const olgaId = await addUser(admin, 'olga', await addRole(admin, 'orders', [READ_ORDER]))
const olga = await operatorOf('olga')

function operatorOf(username: string): Promise<Operator> {
  return loginOperator(service.base, { username, password: passwordOf(username) })
}

interface Refusals {
  readonly keepMinutes: number
  readonly list: readonly Thing[]
}

function lookUp(question: Readonly<Record<string, string | number>>, operator = admin): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(question)) query.set(name, String(value))
  return operator.get(`/refusal?${query}`)
}

async function refusalsOf(
  question: Readonly<Record<string, string | number>>,
  operator = admin,
): Promise<readonly Thing[]> {
  return (await dataOf<Refusals>(lookUp(question, operator))).list
}

function requestIdOf({ headers }: Answer): string {
  const id = headers.get('x-request-id')
  if (id === null) throw new Error('the response has no X-Request-Id')
  return id
}

test('the request id of a denied request shows who, what, when, why, the nearest rules and the fix', async () => {
  const before = Date.now()
  const refused = await olga.remove('/orders/7?secret=x')
  expectRefused(refused, 401)
  expect(Object.keys(refused.body)).toEqual(['code', 'msg'])
  const requestId = requestIdOf(refused)
  const [refusal, ...others] = await refusalsOf({ requestId })
  expect(others).toEqual([])
  expect(refusal).toEqual({
    requestId,
    refusedAt: expect.any(String),
    reason: 'permission-denied',
    code: 401,
    method: 'DELETE',
    path: '/api/v1/orders/7',
    route: '/api/v1/orders/:id',
    address: '127.0.0.1',
    user: { userId: olgaId, username: 'olga' },
    roleKey: 'orders',
    sessionId: Number(String(claimsOf(olga.token).jti).split('-')[0]),
    meaning: expect.stringContaining('No policy rule allowed'),
    fix: expect.stringContaining('add the missing rule'),
    access: {
      allowed: false,
      why: 'denied',
      roleKey: 'orders',
      user: { userId: olgaId, username: 'olga', pwdChangeDue: false, roleUntil: null },
      missingRule: { roleKey: 'orders', method: 'DELETE', path: '/api/v1/orders/7' },
      routeRule: { roleKey: 'orders', method: 'DELETE', path: '/api/v1/orders/:id' },
      nearestRules: [{ roleKey: 'orders', ...READ_ORDER, differs: 'method' }],
      command: 'castellan policy add orders DELETE /api/v1/orders/:id',
    },
  })
  expect(Date.parse(String(refusal?.refusedAt))).toBeGreaterThanOrEqual(before)
})

test('the same refusal is found by user and by token, and from the command line', async () => {
  const requestId = requestIdOf(await olga.put('/orders/8', {}))
  const jti = String(claimsOf(olga.token).jti)
  for (const question of [{ username: 'olga' }, { userId: olgaId }, { tokenId: jti }]) {
    expect((await refusalsOf(question))[0], JSON.stringify(question)).toMatchObject({ requestId })
  }
  const { list } = await service.context.findRefusals({ requestId })
  expect(list).toMatchObject([{ requestId, user: { username: 'olga' }, access: { why: 'denied' } }])
  expect(await service.context.checkAccess({ tokenId: jti }, { method: 'GET', path: '/x' })).toMatchObject({
    allowed: false,
    user: { username: 'olga' },
  })
})

test('after the rule was added, the explanation says that the call is allowed now', async () => {
  const requestId = requestIdOf(await olga.post('/orders/9', {}))
  const [before] = await refusalsOf({ requestId })
  expect(before).toMatchObject({ access: { allowed: false } })
  await dataOf(
    admin.post('/policy', { rules: [{ roleKey: 'orders', method: 'POST', path: '/api/v1/orders/9' }] }),
  )
  const [after] = await refusalsOf({ requestId })
  expect(after).toMatchObject({
    reason: 'permission-denied',
    fix: expect.stringContaining('is allowed now'),
    access: { allowed: true, why: 'rule' },
  })
})

test('a request that the policy allows and its handler refuses is explained with the permission it needs', async () => {
  const explain = { method: 'GET', path: '/api/v1/policy/explain' }
  await addUser(admin, 'ines', await addRole(admin, 'asking', [REFUSALS, explain]))
  const ines = await operatorOf('ines')
  const needed = { method: 'GET', path: '/api/v1/sys-user' }
  for (const path of ['/refusal?username=olga', '/policy/explain?username=olga&method=GET&path=/x']) {
    const refused = await ines.get(path)
    expectRefused(refused, 401)
    expect(Object.keys(refused.body)).toEqual(['code', 'msg'])
    const [refusal] = await refusalsOf({ requestId: requestIdOf(refused) })
    expect(refusal, path).toMatchObject({
      reason: 'permission-denied',
      needed,
      meaning: expect.stringMatching(
        /^The policy allows the call, but its handler refused it: .* GET \/api\/v1\/sys-user/,
      ),
      fix: expect.stringContaining('add a rule for GET /api/v1/sys-user'),
      access: { allowed: false, command: 'castellan policy add asking GET /api/v1/sys-user' },
    })
  }
  const path = '/api/v1/orders/:id'
  const rules = [{ roleKey: 'orders', method: 'PUT', path }]
  await dataOf(
    admin.post('/policy', { rules: [{ roleKey: 'asking', method: 'POST', path: '/api/v1/policy' }] }),
  )
  const beyond = await ines.post('/policy', { rules })
  expectRefused(beyond, 409)
  const [refusal] = await refusalsOf({ requestId: requestIdOf(beyond) })
  expect(refusal).toMatchObject({
    reason: 'beyond-own-role',
    meaning: expect.stringMatching(/^The policy allows the call, but its handler refused it/),
  })
  expect(refusal).not.toHaveProperty('access')
})

test('a refusal for another reason says what it means and what to do, in the language of the operator', async () => {
  const missing = requestIdOf(await call(`${service.origin}/api/v1/orders/7`))
  const unknown = requestIdOf(await call(`${service.base}/nothing/eyJhbGciOiJIUzI1NiJ9.eyJ4.sig`))
  const wrong = requestIdOf(await tryLogin(service.base, { password: 'wrong' }))
  const [first] = await refusalsOf({ requestId: missing })
  expect(first).toMatchObject({ reason: 'token-missing', fix: expect.stringContaining('has to log in') })
  expect(first).not.toHaveProperty('user')
  expect(await refusalsOf({ requestId: unknown })).toMatchObject([
    { reason: 'route-unknown', path: '/api/v1/nothing/[token]' },
  ])
  const chinese = await call(`${service.base}/refusal?requestId=${wrong}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': 'zh-CN' },
  })
  expect(chinese.body.data).toMatchObject({
    list: [{ reason: 'credentials-wrong', code: 400, meaning: expect.stringContaining('用户名或密码错误') }],
  })
})

test('the owner of an ended session and of a due password change is known', async () => {
  await addUser(admin, 'paul', await addRole(admin, 'paul', []), { pwdChangeDue: true })
  const paul = await operatorOf('paul')
  const due = requestIdOf(await paul.get('/orders/7'))
  await dataOf(paul.post('/logout', {}))
  const ended = requestIdOf(await paul.get('/getinfo'))
  expect(await refusalsOf({ requestId: due })).toMatchObject([
    { reason: 'password-change-due', user: { username: 'paul' } },
  ])
  expect(await refusalsOf({ requestId: ended })).toMatchObject([
    { reason: 'token-revoked', user: { username: 'paul' } },
  ])
})

test('a decision for a proxy is explained with the original request', async () => {
  // A number in the path would be proposed as `:id` once the call is recorded, which takes up to ten seconds.
  const refused = await call(`${service.base}/authorize`, {
    headers: {
      authorization: `Bearer ${olga.token}`,
      'x-original-method': 'PATCH',
      'x-original-uri': '/reports/annual?token=x',
    },
  })
  expect(refused.status).toBe(403)
  const [refusal] = await refusalsOf({ requestId: requestIdOf(refused) })
  expect(refusal).toMatchObject({
    reason: 'permission-denied',
    method: 'PATCH',
    path: '/reports/annual',
    user: { username: 'olga' },
    access: { command: 'castellan policy add orders PATCH /reports/annual' },
  })
  expect(refusal).not.toHaveProperty('route')
})

test('service.check reports its refusals under the id of the response', async () => {
  const result = await service.service.check({
    method: 'DELETE',
    url: '/stock/3',
    headers: { authorization: `Bearer ${olga.token}` },
    remoteAddress: '192.0.2.9',
  })
  if (result.allowed) throw new Error('allowed')
  const requestId = result.response.headers['x-request-id'] ?? ''
  expect(await refusalsOf({ requestId })).toMatchObject([
    { path: '/stock/3', address: '192.0.2.9', user: { username: 'olga' } },
  ])
})

test('an operator who may not list users finds only their own refusals', async () => {
  await addUser(admin, 'carl', await addRole(admin, 'lookup', [REFUSALS]))
  const carl = await operatorOf('carl')
  const other = requestIdOf(await olga.remove('/orders/7'))
  const anonymous = requestIdOf(await call(`${service.origin}/api/v1/orders/7`))
  const own = requestIdOf(await carl.get('/orders/7'))
  expect(await refusalsOf({ requestId: other }, carl)).toEqual([])
  expect(await refusalsOf({ requestId: anonymous }, carl)).toEqual([])
  expect(await refusalsOf({ tokenId: String(claimsOf(olga.token).jti) }, carl)).toEqual([])
  for (const question of [{ username: 'olga' }, { username: 'nobody' }, { userId: olgaId }])
    expectRefused(await lookUp(question, carl), 401)
  expectRefused(await carl.get('/policy/explain?username=olga&method=GET&path=/x'), 401)
  const [found] = await refusalsOf({ requestId: own }, carl)
  expect(found).toMatchObject({ user: { username: 'carl' }, access: { allowed: false } })
  expect(found?.access).not.toHaveProperty('nearestRules')
  expect(await refusalsOf({ username: 'carl' }, carl)).toContainEqual(found)
  expectRefused(await lookUp({ requestId: own }, olga), 401)
})

test.each([
  [{}, 400, /one of requestId, userId, username and tokenId/],
  [{ requestId: 'a', username: 'olga' }, 400, /one of requestId/],
  [{ requestId: '' }, 400, /requestId/],
  [{ requestId: 'x'.repeat(129) }, 400, /requestId/],
  [{ tokenId: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }, 400, /Do not send the token itself/],
  [{ username: 'nobody' }, 404, /no user with the username "nobody"/],
])('the question %j is an error', async (question, code, msg) => {
  expect(refusalOf(await lookUp(question))).toEqual([code, expect.stringMatching(msg)])
})

test('an unknown request id finds nothing', async () => {
  for (const requestId of ["' or 1=1 --", '%', '\0', '请求', 'req-999999999'])
    expect(await refusalsOf({ requestId }), requestId).toEqual([])
})

test('refusals are not found after explain.keepMinutes', async () => {
  const short = await startService({ settings: { explain: { keepMinutes: 5 } } })
  try {
    const operator = await loginOperator(short.base)
    const requestId = requestIdOf(await call(`${short.base}/getinfo`))
    const ask = () => dataOf<Refusals>(operator.get(`/refusal?requestId=${requestId}`))
    expect(await ask()).toMatchObject({ keepMinutes: 5, list: [{ reason: 'token-missing' }] })
    short.advance(5 * 60_000 + 60_000)
    expect((await ask()).list).toEqual([])
  } finally {
    await short.close()
  }
})

test('with explain.keepMinutes 0 nothing is recorded', async () => {
  const off = await startService({ settings: { explain: { keepMinutes: 0 } } })
  try {
    const operator = await loginOperator(off.base)
    const requestId = requestIdOf(await call(`${off.base}/getinfo`))
    const path = `/refusal?requestId=${requestId}`
    expect(await dataOf<Refusals>(operator.get(path))).toEqual({ keepMinutes: 0, list: [] })
    expect((await off.context.findRefusals({ requestId })).list).toEqual([])
  } finally {
    await off.close()
  }
})

test('a request that the parser refuses has a request id, which is found', async () => {
  const standalone = await startStandalone()
  try {
    const operator = await loginOperator(standalone.base)
    const requestId = requestIdOf(
      await sendRaw(standalone.origin, { bytes: 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n' }),
    )
    expect(await dataOf<Refusals>(operator.get(`/refusal?requestId=${requestId}`))).toMatchObject({
      list: [{ reason: 'request-malformed', method: '', path: '' }],
    })
  } finally {
    await standalone.close()
  }
})
