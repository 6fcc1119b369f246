// docs/specification.md, 6, 6a, 6b

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { startService, type TestService } from '../support/service.ts'
import { startProblem, startStandalone } from '../support/standalone.ts'

/** docs/specification.md, 6a. A change of this list changes permissions. */
const BUILT_IN = [
  { method: 'POST', path: '/api/v1/login', reason: 'public: login needs no token' },
  { method: 'GET', path: '/api/v1/getCaptcha', reason: 'public: login needs a captcha' },
  { method: 'POST', path: '/api/v1/logout', reason: 'every user may end their own session' },
  { method: 'GET', path: '/api/v1/user/profile', reason: 'every user may read their own profile' },
]
const reason = 'all users read the notices'

describe('the default list', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  test('contains login, captcha, logout and one’s own profile, and nothing else', async () => {
    const answer = await call(`${service.base}/exclusion`, bearer(await login(service.base)))
    expectSuccess(answer)
    expect(answer.body.data).toEqual(BUILT_IN)
  })

  test('can be read only with permission', async () => {
    const { token } = await loginAs(service, 'curious')
    expectRefused(await call(`${service.base}/exclusion`, bearer(token)), 401)
  })

  test('lets a role without rules read its profile and log out, but not without a token', async () => {
    const { token } = await loginAs(service, 'guest')
    expectRefused(await call(`${service.base}/user/profile`), 401)
    expectRefused(await call(`${service.base}/logout`, { method: 'POST' }), 401)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(token)))
    expectSuccess(await call(`${service.base}/logout`, { method: 'POST', ...bearer(token) }))
  })
})

describe('permission.exclude of the settings', () => {
  const runs = createHandlerRuns()
  const notice = { method: 'GET', path: '/api/v1/notice/:id', reason }
  let service: TestService
  let guest: string

  beforeAll(async () => {
    service = await startService({
      settings: { permission: { exclude: [notice] } },
      protectedRoutes: runs.routes('GET /api/v1/notice/:id', 'PUT /api/v1/notice/:id', 'GET /api/v1/notice'),
    })
    guest = (await loginAs(service, 'guest')).token
  })
  afterAll(() => service.close())

  test('is added to the built-in entries', async () => {
    const { body } = await call(`${service.base}/exclusion`, bearer(await login(service.base)))
    expect(body.data).toEqual([...BUILT_IN, notice])
  })

  test('opens its endpoint to every role', async () => {
    expect((await call(`${service.base}/notice/7`, bearer(guest))).body).toEqual({ ran: true })
    expect(runs.take()).toMatchObject([{ identity: { username: 'guest' } }])
  })

  test('opens it for HEAD as well as GET', async () => {
    await call(`${service.base}/notice/7`, { method: 'HEAD', ...bearer(guest) })
    expect(runs.take()).toHaveLength(1)
  })

  test('does not open it to callers who are not logged in', async () => {
    expectRefused(await call(`${service.base}/notice/7`), 401)
    expectRefused(await call(`${service.base}/notice/7`, bearer(`${guest}x`)), 401)
    expect(runs.take()).toEqual([])
  })

  test('opens neither another method nor another path', async () => {
    expectRefused(await call(`${service.base}/notice/7`, { method: 'PUT', ...bearer(guest) }), 401)
    expectRefused(await call(`${service.base}/notice`, bearer(guest)), 401)
    expect(runs.take()).toEqual([])
  })
})

describe('an entry that would open an endpoint of the service itself is refused at startup', () => {
  test.each([
    ['GET', '/api/v1/sys-user'],
    ['PUT', '/api/v1/sys-user'],
    ['*', '/api/v1/sys-user'],
    ['GET', '/api/v1/*'],
    ['GET', '/*'],
    ['GET', '/api/v1/:x'],
    ['GET', '/:any/v1/role'],
    ['GET', '/api/v1/sys-user/:x'],
    ['GET', '/api/v1/sys-login-log/7'],
    ['GET', '/api/v1/exclusion'],
  ])('%s %s', async (method, path) => {
    const problem = await startProblem({ permission: { exclude: [{ method, path, reason }] } })
    expect(problem).toContain('permission.exclude[0]')
    expect(problem).toContain(path)
  })

  test('and the message gives its index', async () => {
    const harmless = { method: 'GET', path: '/api/v1/notice', reason }
    const dangerous = { method: 'GET', path: '/api/v1/role', reason }
    const problem = await startProblem({ permission: { exclude: [harmless, dangerous] } })
    expect(problem).toContain('permission.exclude[1]')
  })
})

describe('an invalid entry', () => {
  test.each([
    ['a pattern in another syntax', { method: 'GET', path: '/api/v1/notice/{id}', reason }],
    ['a path without slash', { method: 'GET', path: 'api/v1/notice', reason }],
    ['an unknown HTTP method', { method: 'FETCH', path: '/api/v1/notice', reason }],
    ['an additional key', { method: 'GET', path: '/api/v1/notice', reason, role: 'guest' }],
    ['no reason', { method: 'GET', path: '/api/v1/notice' }],
    ['no method', { path: '/api/v1/notice', reason }],
  ])('%s is refused at startup, and the message names the entry', async (_name, entry) => {
    expect(await startProblem({ permission: { exclude: [entry] } })).toContain('permission.exclude')
  })

  test('that matches no route is accepted with a warning', async () => {
    const service = await startStandalone({
      permission: { exclude: [{ method: 'GET', path: '/api/v1/nobody-serves-this', reason }] },
    })
    expect(service.logged()).toContain('permission.exclude[0]')
    await service.close()
  })
})
