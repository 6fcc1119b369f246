// docs/specification.md, 9, 11

import { jwtVerify } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { bearer, call, login, loginAs, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { claimsOf, forgeToken, headerOf, hs256 } from '../support/jwt.ts'
import { SECRET, startService } from '../support/service.ts'

const clock = createClock(Date.parse('2031-05-06T07:08:09.876Z'))
const runs = createHandlerRuns()

const service = await startService({
  replacements: { now: clock.now },
  protectedRoutes: runs.routes('GET /api/v1/orders'),
})
afterAll(service.close)

describe('the login success result', () => {
  test('has token and expire at the top level next to code and msg, and nothing else', async () => {
    const { status, body } = await tryLogin(service.base)
    expect(status).toBe(200)
    expect(body).toEqual({
      code: 200,
      msg: expect.any(String),
      token: expect.any(String),
      expire: expect.any(String),
    })
  })

  test('has the expiry of the token in expire, as RFC 3339 in UTC', async () => {
    const { body } = await tryLogin(service.base)
    expect(body.expire).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    expect(Date.parse(String(body.expire)) / 1000).toBe(claimsOf(String(body.token)).exp)
    expect(new Date(String(body.expire)).toISOString()).toBe('2031-05-06T08:08:09.000Z')
  })
})

describe('the token payload', () => {
  test("contains the five items under go-admin's names, and the registered claims", async () => {
    const user = await service.context.users.findByName('admin')
    expect(claimsOf(await login(service.base))).toEqual({
      identity: user?.userId,
      roleid: user?.roleId,
      rolekey: 'admin',
      nice: 'admin',
      datascope: '1',
      iss: 'castellan',
      iat: Math.floor(clock.now() / 1000),
      exp: Math.floor(clock.now() / 1000) + 3600,
      jti: expect.any(String),
    })
  })

  test('contains the data of the user who logged in', async () => {
    const { token, roleKey } = await loginAs(service, 'mira')
    const user = await service.context.users.findByName('mira')
    expect(claimsOf(token)).toMatchObject({
      identity: user?.userId,
      roleid: user?.roleId,
      rolekey: roleKey,
      nice: 'mira',
      datascope: '1',
    })
  })

  test('has numbers as user ID and role ID, and strings otherwise', async () => {
    const { identity, roleid, rolekey, nice, datascope } = claimsOf(await login(service.base))
    expect([identity, roleid].map((item) => typeof item)).toEqual(['number', 'number'])
    expect([rolekey, nice, datascope].map((item) => typeof item)).toEqual(['string', 'string', 'string'])
  })

  test('has a different jti for every login', async () => {
    const tokens = [await login(service.base), await login(service.base)]
    expect(new Set(tokens.map((token) => claimsOf(token).jti)).size).toBe(2)
  })

  test('is available to later middleware on the request', async () => {
    await call(`${service.base}/orders`, bearer(await login(service.base)))
    const user = await service.context.users.findByName('admin')
    expect(runs.take()).toMatchObject([
      {
        identity: {
          userId: user?.userId,
          roleId: user?.roleId,
          roleKey: 'admin',
          username: 'admin',
          dataScope: '1',
        },
      },
    ])
  })
})

describe('the signature', () => {
  test('is HS256 with the shared secret: jose verifies it', async () => {
    const token = await login(service.base)
    const options = { algorithms: ['HS256'], currentDate: new Date(clock.now()) }
    const verified = jwtVerify(token, Buffer.from(SECRET), options)
    await expect(verified).resolves.toMatchObject({ payload: { nice: 'admin' } })
    const otherSecret = jwtVerify(token, Buffer.from(`${SECRET}x`), options)
    await expect(otherSecret).rejects.toThrow('signature verification failed')
  })

  test('equals an independently computed HMAC-SHA-256', async () => {
    const token = await login(service.base)
    const [header, payload, signature] = token.split('.')
    expect(headerOf(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(signature).toBe(hs256(`${header}.${payload}`))
  })

  test('computed independently with the shared secret is accepted, with another secret refused', async () => {
    const claims = claimsOf(await login(service.base))
    expectSuccess(await call(`${service.base}/user/profile`, bearer(forgeToken(claims))))
    expectRefused(await call(`${service.base}/user/profile`, bearer(forgeToken(claims, `${SECRET}x`))), 401)
  })

  test.each([
    ['from another issuer', { iss: 'somebody-else' }],
    ['for another audience', { aud: 'somebody-else' }],
    ['without expiry', { exp: undefined }],
    ['with a string as expiry', { exp: '4102444800' }],
    ['without user ID', { identity: undefined }],
    ['with a string as user ID', { identity: '1' }],
    ['without role key', { rolekey: undefined }],
    ['with an array as role key', { rolekey: ['admin'] }],
    ['without jti', { jti: undefined }],
  ])('of a token %s is refused', async (_name, changed) => {
    const token = forgeToken({ ...claimsOf(await login(service.base)), ...changed })
    expectRefused(await call(`${service.base}/user/profile`, bearer(token)), 401)
  })

  test('with different unused bits in its last character is refused', async () => {
    const token = await login(service.base)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // The last of the 43 characters encodes four bits. The other two are zero, and a lenient decoder ignores them.
    const last = alphabet.indexOf(token.slice(-1))
    const respelled = `${token.slice(0, -1)}${alphabet[last + 1]}`
    expect(Buffer.from(respelled.split('.')[2] ?? '', 'base64url')).toEqual(
      Buffer.from(token.split('.')[2] ?? '', 'base64url'),
    )
    expectRefused(await call(`${service.base}/user/profile`, bearer(respelled)), 401)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(token)))
  })
})
