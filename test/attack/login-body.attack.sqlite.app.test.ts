import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, call, getCaptcha, postJson } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { countHashes, hashed } from './support/hash-counter.ts'
import { startTarget } from './support/target.ts'

countHashes()

const target = await startTarget()
afterAll(target.close)

beforeEach(() => {
  hashed.count = 0
})

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${target.base}/login`, postJson(body, headers))
/** Sends a valid login with one field replaced. */
async function sendField(name: string, value: unknown): Promise<Answer> {
  const uuid = await getCaptcha(target.base)
  return send({ username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT, [name]: value })
}

test('a valid body reaches the password check, which hashes the password', async () => {
  const uuid = await getCaptcha(target.base)
  const body = { username: 'admin', password: `${ADMIN_PASSWORD}x`, uuid, code: CAPTCHA_TEXT }
  expectRefused(await send(body), 400)
  expect(hashed.count).toBe(1)
})

describe('L18 a password or username of a megabyte', () => {
  test.each(['username', 'password', 'uuid', 'code'])(
    '%s: refused before the body has arrived, and nothing is hashed',
    async (name) => {
      const body = JSON.stringify({
        username: 'admin',
        password: 'x',
        uuid: 'x',
        code: 'x',
        [name]: 'A'.repeat(1 << 20),
      })
      // The response does not wait for the body, so its time does not depend on the length.
      const head = [
        'POST /api/v1/login HTTP/1.1',
        `Host: ${new URL(target.origin).host}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ].join('\r\n')
      expectRefused(await sendRaw(target.origin, { bytes: `${head}\r\n\r\n${body.slice(0, 1)}` }), 413, 413)
      // The server closes the connection while the client is still sending: the client may miss the response.
      const answer = await send(body).catch(() => undefined)
      if (answer) expectRefused(answer, 413, 413)
      expect(hashed.count).toBe(0)
    },
  )

  test.each([
    ['username', 65],
    ['password', 257],
    ['uuid', 65],
    ['code', 65],
    ['password', 3000],
  ])('%s of %i characters: refused, and nothing is hashed', async (name, length) => {
    expectRefused(await sendField(name, 'A'.repeat(length)), 400)
    expectRefused(await sendField(name, '😀'.repeat(length)), 400)
    expect(hashed.count).toBe(0)
  })
})

describe('L23 another type is refused, never converted', () => {
  const values: [string, unknown][] = [
    ['an array', ['admin']],
    ['an operator', { $ne: 1 }],
    ['a regular expression', { $regex: '.*' }],
    ['an object with string conversion methods', { toString: 'admin', valueOf: 'admin' }],
    ['a number', 1],
    ['0', 0],
    ['true', true],
    ['false', false],
    ['null', null],
    ['an empty array', []],
    ['an empty object', {}],
    ['nested arrays', [['admin']]],
  ]
  test.each(values)('%s in each of the four fields', async (_name, value) => {
    for (const field of ['username', 'password', 'uuid', 'code']) {
      expectRefused(await sendField(field, value), 400)
    }
    expect(hashed.count).toBe(0)
  })

  test('the password as a number, array or object that converts to the same string', async () => {
    for (const value of [[ADMIN_PASSWORD], { 0: ADMIN_PASSWORD }, { toString: ADMIN_PASSWORD }]) {
      expectRefused(await sendField('password', value), 400)
    }
    expect(hashed.count).toBe(0)
  })
})

describe('L25 keys that could pollute a prototype', () => {
  test.each([
    '{"__proto__":{"username":"admin"}}',
    '{"__proto__":null}',
    '{"username":"admin","__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"username":{"__proto__":{"isAdmin":true}}}',
    '{"a":{"b":{"__proto__":{"isAdmin":true}}}}',
    '{"a":[{"constructor":{"prototype":{"isAdmin":true}}}]}',
    '{"\\u005f\\u005fproto\\u005f\\u005f":{"isAdmin":true}}',
    '{"toString":"admin","valueOf":"admin","hasOwnProperty":"x"}',
    '{"username":"toString","password":"constructor","uuid":"__proto__","code":"valueOf"}',
  ])('%s: refused, and no prototype changes', async (body) => {
    expectRefused(await send(body), 400)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
    expect('isAdmin' in {}).toBe(false)
    expect(hashed.count).toBe(0)
    expectRefused(await call(`${target.base}/orders`), 401)
  })
})

describe('L27 the media type of the body', () => {
  const types = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/json+x',
    'application/vnd.api+json',
    'application/x-json',
    'json',
    'application/',
    '*/*',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/json;charset=utf-8;charset=utf-16',
    'application/json\u00a0',
    'application/json; charset',
  ]
  test.each(types)('%s: refused regardless of the body', async (type) => {
    const body = await goodBody()
    expectRefused(await send(body, { 'content-type': type }), 415, 415)
    expect(hashed.count).toBe(0)
  })

  test.each([
    'application/json',
    'application/json\t',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json;',
  ])('%j: the same schema applies, or it is refused', async (type) => {
    const answer = await send({ username: ['admin'], password: 1 }, { 'content-type': type })
    expect([400, 415]).toContain(answer.body.code)
    expect(hashed.count).toBe(0)
  })

  test('no media type, and two media types', async () => {
    const body = JSON.stringify(await goodBody())
    expectRefused(await sendRaw(target.origin, { method: 'POST', target: '/api/v1/login', body }), 415, 415)
    const headers = ['Content-Type: application/json', 'Content-Type: text/plain']
    for (const lines of [headers, headers.toReversed()]) {
      const answer = await sendRaw(target.origin, {
        method: 'POST',
        target: '/api/v1/login',
        headers: lines,
        body,
      })
      expect([400, 415]).toContain(answer.body.code)
      expect(answer.body.token).toBeUndefined()
    }
  })
})

async function goodBody(): Promise<Record<string, string>> {
  return {
    username: 'admin',
    password: ADMIN_PASSWORD,
    uuid: await getCaptcha(target.base),
    code: CAPTCHA_TEXT,
  }
}
