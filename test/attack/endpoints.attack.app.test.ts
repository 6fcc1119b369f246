import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { compareWithServedDocument, resetDocumentAfterwards } from '../support/go-admin-front-end.ts'
import { JWT_ANYWHERE } from '../support/jwt.ts'
import { textOf } from '../support/response-text.ts'
import { startTarget, type Target } from './support/target.ts'

describe.each([
  ['', false],
  [" with go-admin's front end", true],
] as const)('the endpoints%s', (_, goAdmin) => {
  let target: Target
  let admin: string

  beforeAll(async () => {
    target = await startTarget({
      routes: ['GET /api/v1/orders'],
      settings: { compatibility: { goAdmin }, apiDocs: { serve: 'always' } },
    })
    await compareWithServedDocument(target.base)
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

  test('A18 every route, called with every method and a token: no response contains a JWT, not even in a header', async () => {
    const { body } = await call(`${target.base}/route`, bearer(admin))
    const paths = new Set((body.data as { path: string }[]).map(({ path }) => path))
    const headers = { authorization: `Bearer ${admin}`, cookie: `jwt=${admin}` }
    const token = { token: admin, refresh_token: admin, grant_type: 'refresh_token', ids: [], rules: [] }
    let successes = 0
    // The script of Swagger UI is a file of a package and contains `EventEmitter.prototype.prependOnceListener`.
    for (const path of [...paths].filter((one) => !/\/(logout|docs\/swagger-ui\.js)$/.test(one))) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const isRead = method === 'GET' || method === 'HEAD'
        const url = `${target.origin}${path.replace(/:\w+|\*/g, isRead ? '1' : '999999')}?token=${admin}`
        // Not all responses are JSON: exports are files.
        const answer = await fetch(url, { ...(isRead ? { headers } : postJson(token, headers)), method })
        const text = await textOf(answer)
        if (isRead && text.includes('"code":200')) successes++
        const said = [...answer.headers].flat().join('\n') + text
        expect(said, `${method} ${path}`).not.toMatch(JWT_ANYWHERE)
      }
    }
    // Otherwise all requests may have been refused.
    expect(successes).toBeGreaterThan(10)
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
})

resetDocumentAfterwards()
