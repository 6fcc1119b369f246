// docs/specification.md, 5a, 5b, 5c, 5d

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { sendRaw } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'

const runs = createHandlerRuns()

const service = await startService({
  settings: { permission: { exclude: [{ method: 'GET', path: '/api/v1/notice', reason: 'for tests' }] } },
  protectedRoutes: runs.routes(
    'GET /api/v1/orders',
    'POST /api/v1/orders',
    'GET /api/v1/orders/:id',
    'DELETE /api/v1/orders/:id',
    'GET /api/v1/orders/:id/lines',
    'GET /api/v1/reports/:year/:month',
    'GET /api/v1/reports',
    'GET /api/v1/notice',
    'PATCH /api/v1/anything',
    'GET /api/v1/late',
  ),
  openRoutes: runs.routes('GET /api/v1/weather', 'POST /weather'),
})
afterAll(service.close)
const admin = await login(service.base)
const guest = (await loginAs(service, 'guest')).token
const clerk = (
  await loginAs(service, 'clerk', [
    { method: 'GET', path: '/api/v1/orders' },
    { method: 'GET', path: '/api/v1/orders/:id' },
    { method: 'GET', path: '/api/v1/reports/*' },
    { method: '*', path: '/api/v1/anything' },
  ])
).token
await eventually(async () => expect(await ran('GET', '/orders', clerk)).toBe(true))

beforeEach(() => {
  runs.take()
})

/** Returns whether the handler ran. If it did not, the response must be the unauthorized response. */
async function ran(method: string, path: string, token?: string): Promise<boolean> {
  const answer = await call(`${service.base}${path}`, { method, ...(token ? bearer(token) : {}) })
  const count = runs.take().length
  if (count === 0 && method !== 'HEAD') expectRefused(answer, 401)
  return count === 1
}

test('a response behind both checks has no-store and nosniff headers; other routes keep the headers of the app', async () => {
  const headersOf = async (path: string) => {
    const { headers } = await call(`${service.base}${path}`, bearer(clerk))
    return [headers.get('cache-control'), headers.get('x-content-type-options')]
  }
  expect(await headersOf('/orders')).toEqual(['no-store', 'nosniff'])
  expect(await headersOf('/weather')).toEqual([null, null])
})

describe('5a. the role key admin passes without a permission check', () => {
  test.each([
    ['GET', '/orders'],
    ['DELETE', '/orders/7'],
    ['PATCH', '/anything'],
    ['GET', '/reports/2031/05'],
  ])('%s %s, without any rule for it', async (method, path) => {
    expect(await ran(method, path, admin)).toBe(true)
  })

  test('only the exact key counts: another letter case is another role', async () => {
    await service.context.roleAdministration.add({ roleKey: 'Admin', roleName: 'Not the admin' })
    await service.context.userAdministration.add({ username: 'impostor', password: 'x', roleKey: 'Admin' })
    const token = await login(service.base, { username: 'impostor', password: 'x' })
    expect(await ran('GET', '/orders', token)).toBe(false)
  })

  test('a username or role name that resembles admin grants nothing', async () => {
    await service.context.roleAdministration.add({ roleKey: 'helper', roleName: 'admin' })
    await service.context.userAdministration.add({ username: 'admin2', password: 'x', roleKey: 'helper' })
    const token = await login(service.base, { username: 'admin2', password: 'x' })
    expect(await ran('GET', '/orders', token)).toBe(false)
  })
})

describe('5b. on the exclusion list the check is skipped', () => {
  test('any logged-in role passes, and a request without a token is refused', async () => {
    expect(await ran('GET', '/notice', guest)).toBe(true)
    expect(await ran('GET', '/notice', clerk)).toBe(true)
    expect(await ran('GET', '/notice')).toBe(false)
  })
})

describe('5c. a route without a permission check is not checked', () => {
  test('outside protect: requests with no token, a bad token or any role all run', async () => {
    await call(`${service.base}/weather`)
    await call(`${service.base}/weather`, bearer('not.a.token'))
    await call(`${service.base}/weather`, bearer(guest))
    await call(`${service.origin}/weather`, { method: 'POST' })
    expect(runs.take()).toHaveLength(4)
  })

  test('with only the identity check: any logged-in role passes', async () => {
    expectSuccess(await call(`${service.base}/getinfo`, bearer(guest)))
    expectRefused(await call(`${service.base}/getinfo`), 401)
  })
})

describe('5d. otherwise only if the policy allows the role, path and method', () => {
  test.each([
    ['GET', '/orders', true],
    ['POST', '/orders', false],
    ['GET', '/orders/7', true],
    ['GET', '/orders/seven', true],
    ['DELETE', '/orders/7', false],
    ['GET', '/orders/7/lines', false],
    ['GET', '/reports/2031/05', true],
    ['GET', '/reports', false],
    ['PATCH', '/anything', true],
    ['GET', '/late', false],
  ])('%s %s by a role with rules: %s', async (method, path, allowed) => {
    expect(await ran(method, path, clerk)).toBe(allowed)
  })

  test.each([
    ['GET', '/orders'],
    ['GET', '/orders/7'],
    ['PATCH', '/anything'],
  ])('%s %s by a role without rules: refused, since nothing is allowed by default', async (method, path) => {
    expect(await ran(method, path, guest)).toBe(false)
  })

  test('HEAD is decided as GET', async () => {
    expect(await ran('HEAD', '/orders', clerk)).toBe(true)
    expect(await ran('HEAD', '/orders/7/lines', clerk)).toBe(false)
    expect(await ran('HEAD', '/orders', guest)).toBe(false)
    expect(await ran('HEAD', '/orders')).toBe(false)
  })

  test('the query does not affect the decision', async () => {
    expect(await ran('GET', '/orders?id=1', clerk)).toBe(true)
    expect(await ran('GET', '/late?x=/api/v1/orders', clerk)).toBe(false)
    expect(await ran('GET', '/late?/api/v1/notice', guest)).toBe(false)
  })

  test.each([
    '/api/v1/orders/..%2flate',
    '/api/v1/orders/../late',
    '/api/v1/orders/%2e%2e/late',
    '/api/v1/./late',
    '/api/v1//late',
    '/api/v1/notice/../late',
    '/api/v1/notice%2f..%2flate',
    '/api/v1/lat%65',
    '/api/v1/late/',
    '/api/v1/late;x=1',
    '/api/v1/late%00',
    '/api/v1/LATE',
    '/api/v1\\late',
    '/api/v1/late#/api/v1/notice',
  ])('%s does not bypass the check', async (target) => {
    const answer = await sendRaw(service.origin, { target, headers: [`Authorization: Bearer ${clerk}`] })
    expect(runs.take().filter(({ url }) => !url.startsWith('/api/v1/orders/'))).toEqual([])
    expect(answer.body.ran).toBeUndefined()
    expect([200, 400, 404]).toContain(answer.status)
  })

  test('an added or removed rule takes effect within two seconds and without a new login', async () => {
    const rules = [{ roleKey: 'role-of-clerk', method: 'GET', path: '/api/v1/late' }]
    expect(await ran('GET', '/late', clerk)).toBe(false)
    await service.context.policyAdministration.add(rules)
    await eventually(async () => expect(await ran('GET', '/late', clerk)).toBe(true))
    expect(await ran('GET', '/late', guest)).toBe(false)
    await service.context.policyAdministration.remove(rules)
    await eventually(async () => expect(await ran('GET', '/late', clerk)).toBe(false))
  })
})

test('GET /api/v1/route shows which checks a route of the app passes, and that a route outside protect has none', async () => {
  const { body } = await call(`${service.base}/route`, bearer(admin))
  const shown = body.data as { method: string; path: string }[]
  expect(shown).toContainEqual({
    method: 'GET',
    path: '/api/v1/orders/:id',
    checks: 'both',
    origin: 'app',
    class: 'policy',
  })
  expect(shown.filter(({ path }) => path.endsWith('/weather'))).toEqual([
    { method: 'GET', path: '/api/v1/weather', checks: 'none', origin: 'app', class: 'unguarded' },
    { method: 'POST', path: '/weather', checks: 'none', origin: 'app', class: 'unguarded' },
  ])
  expect(shown).toContainEqual(
    expect.objectContaining({
      path: '/api/v1/notice',
      class: 'excluded',
      exclusions: [{ method: 'GET', path: '/api/v1/notice', reason: 'for tests' }],
    }),
  )
})

test('the first request with a new token sees the rules that were added before the login', async () => {
  for (const username of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const { token } = await loginAs(service, username, [{ method: 'GET', path: '/api/v1/orders' }])
    expect((await call(`${service.base}/orders`, bearer(token))).body).toEqual({ ran: true })
  }
})
