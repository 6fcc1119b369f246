// docs/specification.md, 12

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, login, postJson, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import { ADMIN_PASSWORD, startService, type TestService } from '../support/service.ts'
import { startProblem } from '../support/standalone.ts'

const YEAR_IN_MILLISECONDS = 365.25 * 24 * 60 * 60 * 1000

describe('token lifetime in dev: roughly 100 years', () => {
  test('valid after 99 years, expired after 101', async () => {
    const clock = createClock()
    const dev = await startService({
      settings: { application: { mode: 'dev' } },
      replacements: { now: clock.now },
    })
    const { body } = await call(
      `${dev.base}/login`,
      postJson({ username: 'admin', password: ADMIN_PASSWORD }),
    )
    const token = String(body.token)
    clock.advance(99 * YEAR_IN_MILLISECONDS)
    expectSuccess(await call(`${dev.base}/user/profile`, bearer(token)))
    clock.advance(2 * YEAR_IN_MILLISECONDS)
    expectRefused(await call(`${dev.base}/user/profile`, bearer(token)), 401)
    await dev.close()
  })
})

describe('token lifetime in prod: jwt.timeout seconds', () => {
  const clock = createClock()
  let service: TestService
  beforeAll(async () => {
    service = await startService({ settings: { jwt: { timeout: 900 } }, replacements: { now: clock.now } })
  })
  afterAll(() => service.close())

  test('has the configured value in exp and in expire', async () => {
    const { body } = await tryLogin(service.base)
    const { iat, exp } = claimsOf(String(body.token))
    expect(Number(exp) - Number(iat)).toBe(900)
    expect(Date.parse(String(body.expire))).toBe(Number(exp) * 1000)
  })

  test('using a token does not extend its lifetime', async () => {
    const token = await login(service.base)
    for (let minute = 0; minute < 14; minute++) {
      expectSuccess(await call(`${service.base}/user/profile`, bearer(token)))
      clock.advance(60_000)
    }
    clock.advance(60_000)
    expectRefused(await call(`${service.base}/user/profile`, bearer(token)), 401)
  })

  test('a new login neither extends nor revokes an older token', async () => {
    const older = await login(service.base)
    clock.advance(600_000)
    const newer = await login(service.base)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(older)))
    clock.advance(300_000)
    expectRefused(await call(`${service.base}/user/profile`, bearer(older)), 401)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(newer)))
  })

  test.each([0, -1, 1.5, '900', null, Number.POSITIVE_INFINITY, 1e12])(
    '%j is refused at startup',
    async (timeout) => {
      expect(await startProblem({ jwt: { timeout } })).toContain('jwt.timeout')
    },
  )
})

describe('token refresh: none', () => {
  test.each(['MaxRefresh', 'maxRefresh', 'max_refresh', 'refresh', 'refreshTimeout'])(
    'there is no setting jwt.%s: startup fails, and the message names the key',
    async (key) => {
      expect(await startProblem({ jwt: { [key]: 1 } })).toContain(`jwt.${key}`)
    },
  )
})
