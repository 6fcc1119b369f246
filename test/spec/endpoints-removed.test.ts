// docs/specification.md, 1, 17

import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, getCaptcha, login, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf, forgeToken, JWT_ANYWHERE } from '../support/jwt.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const service = await startService()
afterAll(service.close)
const admin = await login(service.base)

describe('GET /api/v1/refresh_token is permanently removed', () => {
  const spellings = [
    'refresh_token',
    'refresh-token',
    'refreshToken',
    'refreshtoken',
    'refresh',
    'token',
    'token/refresh',
    'auth/refresh_token',
    'login/refresh',
    'user/refresh_token',
    'oauth/token',
    'renew',
  ]
  test.each(spellings)('/api/v1/%s does not exist, with a token or without', async (spelling) => {
    for (const method of METHODS) {
      expectRefused(await call(`${service.base}/${spelling}`, { method, ...bearer(admin) }), 404, 404)
      expectRefused(await call(`${service.base}/${spelling}?token=${admin}`, { method }), 404, 404)
      expectRefused(await call(`${service.base}/${spelling}`, { method }), 404, 404)
    }
  })

  test('no route has a similar name', async () => {
    const paths = (await routes()).map(({ path }) => path)
    expect(paths.filter((path) => /refresh|renew|extend/i.test(path))).toEqual([])
  })
})

describe('no other endpoint exchanges a token for a new token', () => {
  test('the search finds the JWT in the response of login', async () => {
    const uuid = await getCaptcha(service.base)
    const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT }
    const { text } = await call(`${service.base}/login`, postJson(body))
    expect(text).toMatch(JWT_ANYWHERE)
  })

  test('login does not accept a token instead of credentials', async () => {
    const uuid = await getCaptcha(service.base)
    const body = { token: admin, uuid, code: CAPTCHA_TEXT, grant_type: 'refresh_token', refresh_token: admin }
    const headers = { authorization: `Bearer ${admin}`, cookie: `jwt=${admin}` }
    expectRefused(await call(`${service.base}/login`, postJson(body, headers)), 400)
  })
})

test('after a token expires, logging in again gets a new one', async () => {
  const expired = forgeToken({ ...claimsOf(admin), exp: Math.floor(Date.now() / 1000) - 1 })
  for (const { path } of (await routes()).filter(
    ({ method, checks }) => method === 'GET' && checks !== 'none',
  )) {
    expectRefused(await call(`${service.origin}${path.replace(/:\w+/g, '1')}`, bearer(expired)), 401)
  }
  const fresh = await login(service.base)
  expectSuccess(await call(`${service.base}/user/profile`, bearer(fresh)))
})

interface Route {
  readonly method: string
  readonly path: string
  readonly checks: string
}

async function routes(): Promise<readonly Route[]> {
  const { body } = await call(`${service.base}/route`, bearer(admin))
  return body.data as Route[]
}
