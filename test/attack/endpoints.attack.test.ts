import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { JWT_ANYWHERE } from '../support/jwt.ts'
import { textOf } from '../support/response-text.ts'
import { startTarget, type Target } from './support/target.ts'

let target: Target
let admin: string

beforeAll(async () => {
  target = await startTarget({ routes: ['GET /api/v1/orders'] })
  admin = await login(target.base)
})
beforeEach(() => {
  target.runs.take()
})
afterAll(() => target.close())

test.each([
  'refresh_token',
  'refreshToken',
  'refresh-token',
  'token/refresh',
  'refresh',
  'token',
  'auth/refresh',
  'oauth/token',
  'login/refresh',
  'session/renew/now',
])('A18 %s exists under no method', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    expectRefused(await call(`${target.base}/${path}?token=${admin}`, { method }), 404, 404)
    expectRefused(await call(`${target.base}/${path}`, { method, ...bearer(admin) }), 404, 404)
  }
})

test('A18 every route, called with a token: no response contains a JWT, not even in a header', async () => {
  const { body } = await call(`${target.base}/route`, bearer(admin))
  const routes = body.data as { method: string; path: string }[]
  for (const { path } of routes.filter((route) => !route.path.endsWith('/logout'))) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const url = `${target.origin}${path.replace(/:\w+|\*/g, method === 'GET' ? '1' : '999999')}`
      const token = { token: admin, refresh_token: admin, grant_type: 'refresh_token', ids: [], rules: [] }
      const headers = { authorization: `Bearer ${admin}`, cookie: `jwt=${admin}` }
      // Not all responses are JSON: exports are files.
      const answer = await fetch(
        url,
        method === 'GET' ? { headers } : { ...postJson(token, headers), method },
      )
      const said = [...answer.headers].flat().join('\n') + (await textOf(answer))
      expect(said, `${method} ${path}`).not.toMatch(JWT_ANYWHERE)
    }
  }
})

test('A20 the profile is always the caller’s, whatever user the query, body or a header names', async () => {
  const { token } = await loginAs(target, 'myself')
  for (const query of [
    '?userId=1',
    '?id=1',
    '?user_id=1&username=admin',
    '?identity=1',
    '?roleKey=admin',
    '?token=',
  ]) {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-user-id': '1',
      'x-forwarded-user': 'admin',
      cookie: `jwt=${admin}`,
    }
    for (const path of ['/user/profile', '/getinfo']) {
      const answer = await call(`${target.base}${path}${query}`, { headers })
      expectSuccess(answer)
      expect(answer.text).toContain('myself')
      expect(answer.text).not.toContain('admin')
    }
  }
})
