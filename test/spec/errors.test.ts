// docs/specification.md, 21, 22, 23

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  bearer,
  call,
  login,
  loginAs,
  postJson,
  readLoginLog,
  tryLogin,
} from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { disableRole, whileNobodyCanWrite } from '../support/database.ts'
import { expectRefused, expectStandardHeaders, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { claimsOf, forgeToken } from '../support/jwt.ts'
import { startService } from '../support/service.ts'

const clock = createClock()
const runs = createHandlerRuns()

const service = await startService({
  replacements: { now: clock.now },
  protectedRoutes: runs.routes('GET /api/v1/orders'),
})
afterAll(service.close)
const admin = await login(service.base)
const guest = (await loginAs(service, 'guest')).token
const expired = forgeToken({ ...claimsOf(admin), exp: Math.floor(clock.now() / 1000) })
const ended = await login(service.base)
await call(`${service.base}/logout`, { method: 'POST', ...bearer(ended) })

const unauthorized: [string, () => RequestInit][] = [
  ['token missing', () => ({})],
  ['token expired', () => bearer(expired)],
  ['token malformed', () => bearer('not.a.token')],
  ['token forged', () => bearer(forgeToken(claimsOf(admin), 'another secret of more than 32 bytes'))],
  ['token revoked', () => bearer(ended)],
  ['role lacks permission', () => bearer(guest)],
]

describe.each(unauthorized)('%s', (_name, init) => {
  test('HTTP status 200, code 401 as a number, msg as a string, and nothing else; the handler never ran', async () => {
    const answer = await call(`${service.base}/orders`, init())
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'msg'])
    expect(answer.body.code).toBe(401)
    expect(answer.body.msg).toMatch(/\S/)
    expect(runs.take()).toEqual([])
  })

  test('the same on an endpoint of the service itself', async () => {
    const answer = await call(`${service.base}/sys-user`, init())
    expectRefused(answer, 401)
    expectStandardHeaders(answer)
    expect(answer.headers.get('www-authenticate')).toBeNull()
  })

  test('has the common response headers on a protected route of an app, too', async () => {
    const answer = await call(`${service.base}/orders`, init())
    expectStandardHeaders(answer)
    expect(runs.take()).toEqual([])
  })
})

describe('invalid parameters, wrong captcha, wrong credentials: HTTP 200 with code 400, never 401', () => {
  const cases: [string, () => Promise<Answer>][] = [
    ['malformed JSON', () => call(`${service.base}/login`, postJson('{'))],
    ['a missing field', () => call(`${service.base}/login`, postJson({ username: 'admin' }))],
    ['a wrong type', () => tryLogin(service.base, { username: 1 })],
    ['a wrong captcha', () => tryLogin(service.base, { code: 'WRONG' })],
    ['a wrong password', () => tryLogin(service.base, { password: 'wrong' })],
    ['an unknown user', () => tryLogin(service.base, { username: 'nobody' })],
    ['a bad page', () => call(`${service.base}/sys-user?pageSize=0`, bearer(admin))],
  ]
  test.each(cases)('%s', async (_name, request) => {
    const answer = await request()
    expectRefused(answer, 400)
    expectStandardHeaders(answer)
  })

  test('the message names the field and the limit, never the value sent', async () => {
    const missing = await call(`${service.base}/login`, postJson({ username: 'admin' }))
    expect(missing.body.msg).toContain('password is missing')
    const sent = `<script>${'x'.repeat(60)}`
    const long = await tryLogin(service.base, { username: sent })
    expect(long.body.msg).toContain('username must')
    expect(long.body.msg).toContain('64')
    expect(long.text).not.toContain('script')
  })
})

describe('unknown user, wrong password, disabled user and disabled role get identical responses', () => {
  beforeAll(async () => {
    for (const username of ['disabled', 'of-disabled-role', 'enabled']) await loginAs(service, username)
    await service.context.userAdministration.setStatus('disabled', '1')
    await disableRole(service, 'role-of-of-disabled-role')
  })

  test('in the body and in every header that does not identify the request', async () => {
    const right = (username: string) => ({ username, password: `the password of ${username}` })
    const tries = {
      unknown: { username: 'nobody', password: 'the password of nobody' },
      wrongPassword: { username: 'enabled', password: 'wrong' },
      disabledUser: right('disabled'),
      disabledUserWrongPassword: { username: 'disabled', password: 'wrong' },
      disabledRole: right('of-disabled-role'),
    }
    const answers: Record<string, unknown> = {}
    for (const [name, fields] of Object.entries(tries)) {
      const { status, headers, text } = await tryLogin(service.base, fields)
      const others = [...headers].filter(([header]) => header !== 'date' && header !== 'x-request-id')
      answers[name] = { status, text, others }
    }
    for (const answer of Object.values(answers)) expect(answer).toEqual(answers.unknown)
    const text = '{"code":400,"msg":"Wrong username or password.","reason":"credentials-wrong"}'
    expect(answers.unknown).toMatchObject({ status: 200, text })
    expectSuccess(await tryLogin(service.base, right('enabled')))
  })
})

describe('an unknown id', () => {
  test.each(['/sys-user/999999', '/role/999999', '/sys-login-log/999999'])(
    '%s: HTTP 200 with code 404',
    async (path) => {
      const answer = await call(`${service.base}${path}`, bearer(admin))
      expectRefused(answer, 404)
      expectStandardHeaders(answer)
    },
  )
})

describe('every successful response', () => {
  test.each(['/getCaptcha', '/health', '/app-config', '/getinfo', '/user/profile', '/sys-user', '/route'])(
    '%s: HTTP 200 with code 200, a msg, data, and the common response headers',
    async (path) => {
      const answer = await call(`${service.base}${path}`, bearer(admin))
      expectSuccess(answer)
      expect(answer.body).toHaveProperty('data')
      expectStandardHeaders(answer)
    },
  )

  test('login has the common headers, too, and sets no cookie', async () => {
    const answer = await tryLogin(service.base)
    expectStandardHeaders(answer)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('X-Request-Id differs for every request, and is not taken from the client', async () => {
    const init = { headers: { 'x-request-id': 'mine' } }
    const answers = [await call(`${service.base}/health`, init), await call(`${service.base}/health`, init)]
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')))
    expect(ids.size).toBe(2)
    expect(ids.has('mine')).toBe(false)
  })

  test('no response reveals the server software or its components', async () => {
    for (const path of ['/health', '/nothing-here', '/sys-user']) {
      const { headers } = await call(`${service.base}${path}`)
      expect(headers.get('server')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
})

describe('internal errors and unavailable dependencies', () => {
  test('an unexpected error yields 500 without stack trace or internal message', async () => {
    const captchaText = () => {
      throw new Error('the dice fell off /srv/table')
    }
    const broken = await startService({ replacements: { captchaText } })
    const answer = await call(`${broken.base}/getCaptcha`)
    expectRefused(answer, 500, 500)
    expectStandardHeaders(answer)
    expect(answer.text).not.toMatch(/dice|srv|Error|\bat /)
    await broken.close()
  })

  test('a database that cannot be written to yields 503, and the attempt is logged afterwards', async () => {
    const answer = await whileNobodyCanWrite(service, () => tryLogin(service.base))
    expectRefused(answer, 503, 503)
    expectStandardHeaders(answer)
    expect(answer.text).not.toMatch(/sqlite|database|locked/i)
    expectSuccess(await tryLogin(service.base))
    const rows = await readLoginLog(service.base, admin)
    expect(rows.slice(0, 2)).toMatchObject([
      { username: 'admin', status: '2' },
      { username: 'admin', status: '1' },
    ])
  })
})
