// docs/specification.md, 1, 3, 3a

import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { claimsOf } from '../support/jwt.ts'
import { startService } from '../support/service.ts'

const clock = createClock()
const runs = createHandlerRuns()

const service = await startService({
  replacements: { now: clock.now },
  protectedRoutes: runs.routes('GET /api/v1/orders'),
})
afterAll(service.close)

const orders = (init?: RequestInit) => call(`${service.base}/orders`, init)
const expiryOf = (token: string) => Number(claimsOf(token).exp) * 1000

describe('1. login is the only way to obtain a token', () => {
  test('only login, captcha and the public information endpoints can be called without a token', async () => {
    const { body } = await call(`${service.base}/route`, bearer(await login(service.base)))
    const routes = body.data as { method: string; path: string; checks: string }[]
    const open = routes
      .filter(({ checks }) => checks === 'none')
      .map(({ method, path }) => `${method} ${path}`)
    const mayBeOpen = [
      'POST /api/v1/login',
      // The first requests of login methods. None of them returns a token.
      'POST /api/v1/login/code',
      'GET /api/v1/login/oidc/:provider',
      'POST /api/v1/login/passkey',
      // A password is set over a link that was sent to the user. Neither returns a token.
      'POST /api/v1/forgotten-password',
      'POST /api/v1/password-link',
      'GET /api/v1/getCaptcha',
      'GET /api/v1/captcha',
      'GET /api/v1/health',
      'GET /api/v1/app-config',
      'GET /api/v1/jwks.json',
    ]
    // Refused unless a trusted proxy calls it, which it tells whether the original request has a token.
    const isAuthorize = (endpoint: string) => /^[A-Z]+ \/api\/v1\/authorize(\/\*)?$/.test(endpoint)
    expect(open.filter((endpoint) => !mayBeOpen.includes(endpoint) && !isAuthorize(endpoint))).toEqual([])
  })

  test('only endpoints for one’s own account can be called without permission', async () => {
    const { body } = await call(`${service.base}/route`, bearer(await login(service.base)))
    const routes = body.data as { method: string; path: string; checks: string }[]
    const own = routes
      .filter(({ checks }) => checks === 'identity')
      .map(({ method, path }) => `${method} ${path}`)
    const mayBeOwn = [
      'GET /api/v1/getinfo',
      'GET /api/v1/menurole',
      'GET /api/v1/data-scope',
      'POST /api/v1/permission/check',
      'PUT /api/v1/user/profile',
      'PUT /api/v1/user/pwd/set',
      'GET /api/v1/user/login-methods',
      'POST /api/v1/user/second-factor',
      'POST /api/v1/user/second-factor/confirm',
      'POST /api/v1/user/second-factor/recovery-codes',
      'DELETE /api/v1/user/second-factor',
      'POST /api/v1/user/passkey/options',
      'POST /api/v1/user/passkey',
      'PUT /api/v1/user/passkey/:id',
      'DELETE /api/v1/user/passkey/:id',
      'GET /api/v1/user/access-request',
      'POST /api/v1/user/access-request',
      'DELETE /api/v1/user/access-request/:id',
      'DELETE /api/v1/user/confirmation/:id',
      'GET /api/v1/user/confirmation',
      'GET /api/v1/user/event-read',
      'PUT /api/v1/user/event-read',
      'GET /api/v1/user/service-account',
      'POST /api/v1/user/service-account/:id/accept',
      'GET /api/v1/user/session',
      'DELETE /api/v1/user/session',
      'DELETE /api/v1/user/session/:id',
    ]
    expect(own.filter((endpoint) => !mayBeOwn.includes(endpoint))).toEqual([])
  })

  test('every other route refuses a call without a token, for every method', async () => {
    const { body } = await call(`${service.base}/route`, bearer(await login(service.base)))
    const routes = body.data as { method: string; path: string; checks: string }[]
    const guarded = routes.filter(({ checks }) => checks !== 'none')
    expect(guarded.length).toBeGreaterThan(10)
    for (const { method, path } of guarded) {
      expectRefused(await call(`${service.origin}${path.replace(/:\w+/g, '1')}`, { method }), 401)
    }
    expect(runs.take()).toEqual([])
  })
})

describe('3. a missing or expired token gets the unauthenticated response', () => {
  test('missing', async () => {
    expectRefused(await orders(), 401)
    expect(runs.take()).toEqual([])
  })

  test('a token is valid before its expiry and expired from that moment on', async () => {
    const [seenBefore, neverSeen] = [await login(service.base), await login(service.base)]
    clock.set(expiryOf(seenBefore) - 1)
    expect((await orders(bearer(seenBefore))).body).toEqual({ ran: true })
    runs.take()

    clock.set(expiryOf(seenBefore))
    const expired = await orders(bearer(seenBefore))
    expectRefused(expired, 401)
    expect((await orders(bearer(neverSeen))).text).toBe(expired.text)
    clock.advance(1000)
    expect((await orders(bearer(seenBefore))).text).toBe(expired.text)
    expect((await orders()).text).not.toBe(expired.text)
    expect(runs.take()).toEqual([])
  })

  test('an expired token is refused in each of the three carriers', async () => {
    const token = await login(service.base)
    clock.set(expiryOf(token))
    expectRefused(await orders(bearer(token)), 401)
    expectRefused(await call(`${service.base}/orders?token=${token}`), 401)
    expectRefused(await orders({ headers: { cookie: `jwt=${token}` } }), 401)
    expect(runs.take()).toEqual([])
  })

  test('logout refuses an expired token', async () => {
    const token = await login(service.base)
    clock.set(expiryOf(token))
    expectRefused(await call(`${service.base}/logout`, { method: 'POST', ...bearer(token) }), 401)
  })
})

describe('a token is revoked before its expiry', () => {
  test.each([
    ['a disabled user', () => service.context.userAdministration.setStatus('mortal', '1')],
    ['a new password', () => service.context.userAdministration.setPassword('mortal', 'another password')],
  ])('%s: every older token of the user is refused, and other tokens stay valid', async (_name, change) => {
    const username = 'mortal'
    const known = await service.context.users.findByName(username)
    if (!known) await loginAs(service, username)
    const password = 'the password before'
    await service.context.userAdministration.setPassword(username, password)
    await service.context.userAdministration.setStatus(username, '2')
    const token = await eventually(() => login(service.base, { username, password }))
    expectSuccess(await call(`${service.base}/user/profile`, bearer(token)))

    await change()
    await eventually(async () => {
      expectRefused(await call(`${service.base}/user/profile`, bearer(token)), 401)
    })
    expectSuccess(await call(`${service.base}/user/profile`, bearer(await login(service.base))))
  })

  test('a user who is enabled again can log in, and the older token stays revoked', async () => {
    const { token, password } = await loginAs(service, 'phoenix')
    await service.context.userAdministration.setStatus('phoenix', '1')
    await service.context.userAdministration.setStatus('phoenix', '2')
    await eventually(async () => {
      expectRefused(await call(`${service.base}/user/profile`, bearer(token)), 401)
    })
    const fresh = await login(service.base, { username: 'phoenix', password })
    expectSuccess(await call(`${service.base}/user/profile`, bearer(fresh)))
  })
})
