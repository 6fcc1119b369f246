// docs/specification.md, 24

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, bearer, call, getCaptcha, login, postJson, readLoginLog } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectStandardHeaders, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService, type TestService } from '../support/service.ts'

const clock = createClock()
let service: TestService
// Each test starts a new rate limit window.
beforeEach(() => clock.advance(60_000))

/** Starts one service for all tests of a describe block. */
function startLimited(rateLimit: Record<string, number>): void {
  beforeAll(async () => {
    service = await startService({ settings: { rateLimit }, replacements: { now: clock.now } })
    return () => service.close()
  })
}

/** docs/specification.md, 24: the rejection has HTTP status 200, too. */
function expectLimited(answer: Answer, atMostSeconds: number): void {
  expectRefused(answer, 429)
  expectStandardHeaders(answer)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(atMostSeconds)
}

const health = (init: RequestInit = {}) => call(`${service.base}/health`, init)

describe('rateLimit.perAddress, per second', () => {
  startLimited({ perAddress: 4 })

  test('a request beyond the limit is refused, and the client is served again after Retry-After', async () => {
    for (let sent = 0; sent < 4; sent++) expectSuccess(await health())
    const refused = await health()
    expectLimited(refused, 1)
    clock.advance(Number(refused.headers.get('retry-after')) * 1000)
    expectSuccess(await health())
  })

  test('requests to all endpoints count together, including unknown ones', async () => {
    await health()
    await call(`${service.base}/nowhere`)
    await call(`${service.base}/sys-user`)
    await call(`${service.base}/login`, postJson('{'))
    expectLimited(await health(), 1)
    expectLimited(await call(`${service.base}/nowhere`), 1)
    expectLimited(await call(`${service.base}/sys-user`), 1)
    expectLimited(await call(`${service.base}/login`, postJson('{')), 1)
    expectLimited(await call(`${service.base}/getCaptcha`), 1)
  })

  test('a client cannot bypass the limit with forwarding headers', async () => {
    const answers: Answer[] = []
    for (let sent = 0; sent < 5; sent++) {
      const address = `203.0.113.${sent}`
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` }
      answers.push(await health({ headers }))
    }
    expect(answers.map(({ body }) => body.code)).toEqual([200, 200, 200, 200, 429])
  })

  test('a refused request runs no handler: the token is not logged out', async () => {
    const token = await login(service.base)
    await health()
    await health()
    expectLimited(await call(`${service.base}/logout`, { method: 'POST', ...bearer(token) }), 1)
    clock.advance(1000)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(token)))
  })
})

describe('rateLimit.total, per second', () => {
  startLimited({ total: 4 })

  test('a request beyond the limit of all clients together is refused, and served again after Retry-After', async () => {
    for (let sent = 0; sent < 4; sent++) expectSuccess(await health())
    const refused = await health()
    expectLimited(refused, 1)
    clock.advance(Number(refused.headers.get('retry-after')) * 1000)
    expectSuccess(await health())
  })
})

describe('rateLimit.loginPerAddress, per minute', () => {
  startLimited({ loginPerAddress: 4 })

  const attempt = (uuid: string, changed: Record<string, unknown> = {}) =>
    call(
      `${service.base}/login`,
      postJson({ username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT, ...changed }),
    )

  test('login and captcha count together; other endpoints are not affected', async () => {
    const token = await login(service.base)
    const uuid = await getCaptcha(service.base)
    await call(`${service.base}/captcha?form=audio`)
    expectLimited(await attempt(uuid), 60)
    expectLimited(await call(`${service.base}/getCaptcha`), 60)
    expectLimited(await call(`${service.base}/getCaptcha?form=audio`), 60)
    expectLimited(await call(`${service.base}/captcha`), 60)
    expectSuccess(await call(`${service.base}/user/profile`, bearer(token)))
  })

  test('the right password is refused too without consuming the captcha, and is accepted after the window', async () => {
    const uuid = await getCaptcha(service.base)
    for (let sent = 0; sent < 3; sent++) expectRefused(await attempt('no-such-captcha'), 400)
    const right = await attempt(uuid)
    const wrong = await attempt(uuid, { password: 'wrong' })
    expectLimited(right, 60)
    expect(wrong.text).toBe(right.text)
    clock.advance(Number(right.headers.get('retry-after')) * 1000)
    expectSuccess(await attempt(uuid))
  })

  test('a refused attempt is logged once, with the username as sent', async () => {
    const token = await login(service.base)
    await getCaptcha(service.base)
    await getCaptcha(service.base)
    const before = await readLoginLog(service.base, token)
    expectLimited(await attempt('x', { username: 'too-eager' }), 60)
    const after = await readLoginLog(service.base, token)
    expect(after.length).toBe(before.length + 1)
    expect(after[0]).toMatchObject({ username: 'too-eager', status: '1' })
  })

  test('malformed attempts count too', async () => {
    for (const body of ['{', {}, '[]', '']) {
      expectRefused(await call(`${service.base}/login`, postJson(body)), 400)
    }
    expectLimited(await call(`${service.base}/login`, postJson('{')), 60)
    expectLimited(await call(`${service.base}/login`, postJson({})), 60)
  })
})

describe('0', () => {
  startLimited({ perAddress: 0, total: 0, loginPerAddress: 0 })

  test('disables a limit', async () => {
    const malformed = () => call(`${service.base}/login`, postJson('{'))
    const answers = await Promise.all(Array.from({ length: 400 }, malformed))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([400]))
  })
})
