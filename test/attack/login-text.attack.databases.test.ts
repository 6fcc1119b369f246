import { afterAll, describe, expect, test, vi } from 'vitest'
import { ALL_USERS } from '../../src/core/user/list/user-scope.ts'
import { type Answer, call, getCaptcha, postJson } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, refusalBodyOf } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { scaled } from '../support/scale.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { loneSurrogates, problematicStrings, sqlBypasses } from './support/problematic-strings.ts'
import { startTarget, type Target } from './support/target.ts'

const BATCH = 20
/** Needs no captcha, so that every text reaches the database and the password hash. */

const target = await startTarget()
afterAll(target.close)
const open = await startTarget({ settings: { application: { mode: 'dev' } } })
afterAll(open.close)

const send = ({ base }: Target, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${base}/login`, postJson(body, headers))

/** Sends the bodies in batches. Each must be refused and add one row to the login log. */
async function expectAllRefused(at: Target, bodies: readonly object[]): Promise<void> {
  const before = (await rowsOf(at)).length
  for (let from = 0; from < bodies.length; from += BATCH) {
    const batch = bodies.slice(from, from + BATCH)
    const answers = await Promise.all(batch.map((body) => send(at, body)))
    for (const [index, answer] of answers.entries()) {
      expect({ status: answer.status, body: answer.body }, JSON.stringify(batch[index])).toEqual({
        status: 200,
        body: refusalBodyOf(answer, 400),
      })
    }
  }
  await vi.waitFor(async () => expect((await rowsOf(at)).length - before).toBe(bodies.length), {
    timeout: 120_000,
  })
  for (const { status } of (await rowsOf(at)).slice(before)) expect(status).toBe('1')
}

const rowsOf = (at: Target) => at.loginLog()

/** Ignores errors outside of requests, such as a background task that met a busy database. */
function expectNoDatabaseError(at: Target): void {
  const isError = (line: string) => /"level":[56]0/.test(line) && line.includes('"reqId"')
  const isMalformed = (line: string) => /SQLITE_ERROR|syntax error|refuses a login log entry/i.test(line)
  const lines = at.logged().split('\n')
  expect(lines.filter((line) => isError(line) || isMalformed(line))).toEqual([])
}

describe('L21 SQL injection', () => {
  const bypasses = sqlBypasses()
  const chosen = everyNth(bypasses, scaled(17, 1))

  test('as the username and as the password: refused, one row each, and no database error', async () => {
    expect(chosen.length).toBeGreaterThan(80)
    await expectAllRefused(
      open,
      chosen.map((username) => ({ username, password: 'x' })),
    )
    await expectAllRefused(
      open,
      everyNth(chosen, scaled(3, 1)).map((password) => ({ username: 'admin', password })),
    )
    expectNoDatabaseError(open)
  })

  test('as the captcha', async () => {
    const bodies = chosen.map((text) => ({
      username: 'admin',
      password: 'x',
      uuid: text.slice(0, 64),
      code: text.slice(0, 64),
    }))
    await expectAllRefused(target, bodies)
    expectNoDatabaseError(target)
  })

  test('all tables still exist: a right captcha reaches the password check', async () => {
    const uuid = await getCaptcha(target.base)
    const answer = await send(target, { username: 'admin', password: 'x', uuid, code: CAPTCHA_TEXT })
    expect(answer.body).toEqual({
      code: 400,
      msg: 'Wrong username or password.',
      reason: 'credentials-wrong',
    })
  })
})

describe('L22 problematic strings', () => {
  const texts = problematicStrings()

  test('as the username and as the password: refused, and exactly one row each', async () => {
    await expectAllRefused(
      open,
      texts.map((username) => ({ username, password: 'x' })),
    )
    await expectAllRefused(
      open,
      everyNth(texts, scaled(4, 1)).map((password) => ({ username: 'admin', password })),
    )
    expectNoDatabaseError(open)
  })

  test('as uuid and as code: refused, and exactly one row each', async () => {
    await expectAllRefused(
      target,
      texts.map((uuid) => ({ username: 'u', password: 'p', uuid, code: 'c' })),
    )
    await expectAllRefused(
      target,
      texts.map((code) => ({ username: 'u', password: 'p', uuid: 'u', code })),
    )
    expectNoDatabaseError(target)
  })

  test('lone surrogates in each of the four fields', async () => {
    const fields = ['username', 'password', 'uuid', 'code']
    const bodies = fields.flatMap((field) =>
      loneSurrogates.map((text) => ({ username: 'u', password: 'p', uuid: 'u', code: 'c', [field]: text })),
    )
    await expectAllRefused(target, bodies)
  })

  test('invalid UTF-8 in each of the four fields', async () => {
    const before = (await rowsOf(target)).length
    const fields = ['username', 'password', 'uuid', 'code']
    for (const field of fields) {
      const text = JSON.stringify({ username: 'u', password: 'p', uuid: 'u', code: 'c', [field]: '@' })
      const [head = '', tail = ''] = text.split('@')
      const body = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xc0, 0xaf]), Buffer.from(tail)])
      const headers = { 'content-type': 'application/json' }
      expectRefused(await call(`${target.base}/login`, { method: 'POST', headers, body }), 400)
    }
    await eventually(async () => expect((await rowsOf(target)).length - before).toBe(fields.length))
  })
})

describe('L29 log injection', () => {
  const injections = [
    'a\r\nadmin logged in',
    'a\n{"level":30,"msg":"forged"}',
    '\u001b[2J\u001b[1;31m',
    'a\u2028b\u2029c',
    'a\0b',
    'a\u0085b',
    'a\u202eb',
    '\b\b\b\badmin',
    `${'L'.repeat(10_000)}`,
  ]

  test('in the username: one escaped row and one log line per request', async () => {
    for (const username of injections) {
      const rowsBefore = (await rowsOf(target)).length
      const answer = await send(target, { username, password: 'x', uuid: 'x', code: 'x' })
      expect(answer.body.code).toBe(400)
      const row = await newRow(rowsBefore)
      expect(row.username.length).toBeLessThan(500)
      expect(row.username).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u)
      const id = String(answer.headers.get('x-request-id'))
      await eventually(() => expect(linesOf(target).filter((line) => line.includes(id))).toHaveLength(1))
    }
    // A line that was broken in two would not be JSON.
    for (const line of linesOf(target)) expect(JSON.parse(line)).toBeTypeOf('object')
    expect(target.logged()).not.toContain('forged')
  })

  test('in the user agent: refused by the HTTP parser, or one escaped row', async () => {
    const agents = [
      'a\tb',
      `${'U'.repeat(10_000)}`,
      'é\u00a0\u0085'.slice(0, 3),
      '<script>',
      '%0d%0aX: y',
      `\${jndi:ldap://127.0.0.1/x}`,
      '\\r\\n',
    ]
    for (const agent of agents) {
      const rowsBefore = (await rowsOf(target)).length
      const body = JSON.stringify({ username: 'agent', password: 'x', uuid: 'x', code: 'x' })
      const answer = await sendRaw(target.origin, {
        method: 'POST',
        target: '/api/v1/login',
        headers: ['Content-Type: application/json', `User-Agent: ${agent}`],
        body,
      })
      expect(answer.body.code).toBe(400)
      if (answer.status === 200) await newRow(rowsBefore)
    }
    const { list } = await target.context.loginLogStore.page(
      ALL_USERS,
      { username: 'agent' },
      { pageIndex: 1, pageSize: 50 },
    )
    for (const { remark } of list) {
      expect(remark).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(remark.length).toBeLessThan(2000)
    }
  })

  test.each(['\u001b[2J', '\0', '\r', '\u0007', '\u007f'])(
    'the control character %j in a header: refused, and never logged',
    async (character) => {
      const answer = await sendRaw(target.origin, {
        target: '/api/v1/health',
        headers: [`User-Agent: a${character}b`],
      })
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 400 })
      expect(target.logged().replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    },
  )

  const linesOf = (at: Target) => at.logged().trim().split('\n')

  async function newRow(before: number): Promise<{ username: string }> {
    return eventually(async () => {
      const rows = await rowsOf(target)
      expect(rows).toHaveLength(before + 1)
      return rows[before] ?? { username: '' }
    })
  }
})

/** Returns every `step`-th text, because each one costs a hash. */
function everyNth(texts: readonly string[], step: number): string[] {
  return texts.filter((_, index) => index % step === 0)
}
