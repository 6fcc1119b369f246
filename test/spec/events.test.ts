// docs/specification.md, 18, 19

import { afterAll, describe, expect, test } from 'vitest'
import {
  type Answer,
  bearer,
  call,
  getCaptcha,
  login,
  loginAs,
  postJson,
  tryLogin,
} from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { storedLoginLog, whileNobodyCanWrite } from '../support/database.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

const clock = createClock(Date.parse('2031-05-06T07:08:09.876Z'))
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const service = await startService({ replacements: { now: clock.now } })
afterAll(service.close)
const admin = await login(service.base)

type Row = Record<string, unknown>

async function loginLog(query = ''): Promise<{ list: Row[]; count: number }> {
  const { body } = await call(`${service.base}/sys-login-log?pageSize=200${query}`, bearer(admin))
  return body.data as { list: Row[]; count: number }
}

/** Returns the rows that a request adds to the login log. */
async function rowsOf(request: () => Promise<Answer>): Promise<{ answer: Answer; rows: Row[] }> {
  const { count } = await loginLog()
  const answer = await request()
  const after = await loginLog()
  return { answer, rows: after.list.slice(0, after.count - count) }
}

const send = (body: unknown, headers: Record<string, string> = {}) =>
  call(`${service.base}/login`, postJson(body, headers))

describe('every login attempt adds one row, with the username as sent', () => {
  test('success', async () => {
    const { answer, rows } = await rowsOf(() => tryLogin(service.base))
    expectSuccess(answer)
    expect(rows).toMatchObject([{ username: 'admin', status: '2' }])
  })

  const attempts: [string, string, number, () => Promise<Answer>][] = [
    ['wrong password', 'admin', 400, () => tryLogin(service.base, { password: 'wrong' })],
    ['unknown user', 'no such user', 400, () => tryLogin(service.base, { username: 'no such user' })],
    [
      'wrong captcha',
      'by-captcha',
      400,
      () => tryLogin(service.base, { username: 'by-captcha', code: 'WRONG' }),
    ],
    ['unknown captcha', 'by-uuid', 400, () => tryLogin(service.base, { username: 'by-uuid', uuid: 'none' })],
    ['missing field', 'by-field', 400, () => send({ username: 'by-field', password: 'x' })],
    [
      'wrong type of another field',
      'by-type',
      400,
      () => tryLogin(service.base, { username: 'by-type', code: 1 }),
    ],
    ['wrong type of the username', '["listed"]', 400, () => tryLogin(service.base, { username: ['listed'] })],
    ['empty username', '', 400, () => tryLogin(service.base, { username: '' })],
    ['no username', '', 400, () => tryLogin(service.base, { username: undefined })],
    ['malformed JSON', '', 400, () => send('{"username":"broken')],
    ['no body', '', 400, () => send('')],
    ['no object', '', 400, () => send('[]')],
    ['key __proto__', '', 400, () => send('{"__proto__":{"username":"p"}}')],
    ['wrong media type', '', 415, () => send('{"username":"plain"}', { 'content-type': 'text/plain' })],
    ['too large body', '', 413, () => send({ username: 'large', password: 'x'.repeat(40_000) })],
  ]
  test.each(attempts)('%s', async (_name, username, code, request) => {
    const { answer, rows } = await rowsOf(request)
    expect(answer.body.code).toBe(code)
    expect(rows).toMatchObject([{ username, status: '1', msg: expect.stringMatching(/\S/) }])
  })

  test('a username with line breaks is escaped and stays in one row', async () => {
    const { rows } = await rowsOf(() => tryLogin(service.base, { username: 'a\r\nadmin\u001b[2J\u2028\0' }))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.username).toBe('a\\u000d\\u000aadmin\\u001b[2J\\u2028\\u0000')
  })

  test('concurrent attempts add one row each', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `crowd-${index}`)
    await Promise.all(names.map((username) => tryLogin(service.base, { username, code: 'WRONG' })))
    const { list } = await loginLog()
    const tried = list.map((row) => String(row.username)).filter((name) => name.startsWith('crowd-'))
    expect(tried.sort()).toEqual(names.sort())
  })
})

describe('other requests add no row', () => {
  test.each([
    ['a captcha', () => call(`${service.base}/getCaptcha`)],
    ['another method', () => call(`${service.base}/login`)],
    ['another path', () => call(`${service.base}/login/`, postJson({}))],
    ['a protected call', () => call(`${service.base}/user/profile`, bearer(admin))],
    ['a refused call', () => call(`${service.base}/user/profile`)],
  ])('%s', async (_name, request) => {
    expect((await rowsOf(request)).rows).toEqual([])
  })
})

describe('logout is recorded too', () => {
  test('as a separate row, with the user of the token', async () => {
    const { token } = await loginAs(service, 'leaver')
    const { rows } = await rowsOf(() => call(`${service.base}/logout`, { method: 'POST', ...bearer(token) }))
    expect(rows).toMatchObject([{ username: 'leaver', status: '2' }])
    const [loggedIn] = (await loginLog('&username=leaver')).list.slice(1)
    expect(rows[0]?.msg).not.toBe(loggedIn?.msg)
  })

  test('a refused logout is not recorded', async () => {
    expect((await rowsOf(() => call(`${service.base}/logout`, { method: 'POST' }))).rows).toEqual([])
  })
})

describe('a row', () => {
  const attempt = async () => {
    const uuid = await getCaptcha(service.base)
    const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT }
    return send(body, { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })
  }

  test("has go-admin's fields, including time, address and user agent", async () => {
    const { rows } = await rowsOf(attempt)
    expect(rows).toEqual([
      {
        id: expect.any(Number),
        username: 'admin',
        status: '2',
        ipaddr: '127.0.0.1',
        loginLocation: expect.any(String),
        browser: expect.stringContaining('Chrome'),
        os: expect.stringContaining('Windows'),
        platform: expect.any(String),
        loginTime: '2031-05-06T07:08:09.876Z',
        remark: CHROME,
        msg: expect.stringMatching(/\S/),
        reason: 'logged-in',
        method: 'password',
        loginKey: '',
        newNetwork: false,
        secondStep: '',
      },
    ])
  })

  test('contains neither the password, nor the captcha, nor the token', async () => {
    const { answer, rows } = await rowsOf(attempt)
    const failed = await rowsOf(() => tryLogin(service.base, { password: 'a slip of the pen' }))
    const text = JSON.stringify([...rows, ...failed.rows])
    for (const secret of [ADMIN_PASSWORD, CAPTCHA_TEXT, String(answer.body.token), 'a slip of the pen']) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('the reason of a row is a stable code', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['logged-in', () => tryLogin(service.base)],
    ['credentials-wrong', () => tryLogin(service.base, { password: 'wrong' })],
    ['captcha-wrong', () => tryLogin(service.base, { code: 'WRONG' })],
    ['invalid-parameters', () => send({ username: 'admin' })],
    ['media-type-unsupported', () => send('{}', { 'content-type': 'text/plain' })],
    ['body-too-large', () => send({ username: 'large', password: 'x'.repeat(40_000) })],
  ])('%s', async (reason, request) => {
    expect((await rowsOf(request)).rows).toMatchObject([{ reason }])
  })

  test('logged-out', async () => {
    const other = await login(service.base)
    const { rows } = await rowsOf(() => call(`${service.base}/logout`, { method: 'POST', ...bearer(other) }))
    expect(rows).toMatchObject([{ reason: 'logged-out' }])
  })

  test('the CSV export has it', async () => {
    const response = await fetch(`${service.base}/sys-login-log/export`, bearer(admin))
    const [header = ''] = (await response.text()).split('\r\n')
    expect(header.split(',')).toContain('reason')
  })

  test('the overview has the share of captcha failures, without logouts', async () => {
    const { list } = await loginLog()
    const attempts = list.filter(({ reason }) => reason !== 'logged-out')
    const captchaFailures = attempts.filter(({ reason }) => reason === 'captcha-wrong').length
    expect(captchaFailures).toBeGreaterThan(0)
    const { body } = await call(`${service.base}/overview`, bearer(admin))
    expect(body.data).toMatchObject({
      captchaFailures,
      captchaFailureShare: captchaFailures / attempts.length,
    })
  })
})

describe('the log is written asynchronously', () => {
  test('the response does not wait for the database row, and the list includes the row', async () => {
    const answer = await whileNobodyCanWrite(service, async () => {
      const refused = await tryLogin(service.base, { username: 'in a hurry' })
      const stored = await storedLoginLog(service)
      expect(stored.filter(({ username }) => username === 'in a hurry')).toEqual([])
      return refused
    })
    expectRefused(answer, 400)
    expect((await loginLog('&username=in%20a%20hurry')).list).toHaveLength(1)
  })

  test('all acknowledged attempts are stored when the service has closed', async () => {
    const closing = await startService()
    const attempt = (_: unknown, index: number) =>
      call(`${closing.base}/login`, postJson({ username: `last-${index}` }))
    const answers = await Promise.all(Array.from({ length: 20 }, attempt))
    for (const answer of answers) expectRefused(answer, 400)
    await closing.service.close()
    expect(await storedLoginLog(closing)).toHaveLength(20)
    await closing.close()
  })
})
