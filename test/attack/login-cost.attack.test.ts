import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, call, getCaptcha, login, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { loopDelayOf } from './support/loop-delay.ts'
import { startTarget, type Target } from './support/target.ts'

let target: Target

beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.close())

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${target.base}/login`, postJson(body, headers))
const sendBytes = (body: Uint8Array, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${target.base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

describe('L28 bodies that are made to cost', () => {
  test.each([
    ['a megabyte of nested lists', '['.repeat(1 << 20)],
    ['a megabyte of nested lists, closed', '['.repeat(1 << 19) + ']'.repeat(1 << 19)],
    ['a megabyte of nested objects', '{"a":'.repeat(200_000)],
    ['a megabyte of one number', '1'.repeat(1 << 20)],
    ['a megabyte of keys', `{${Array.from({ length: 100_000 }, (_, key) => `"k${key}":1`).join(',')}}`],
  ])('%s: refused early, and the loop goes on', async (_name, body) => {
    const bytes = Buffer.from(body)
    const delay = await loopDelayOf(async () => {
      const answer = await sendBytes(bytes).catch(() => undefined)
      if (answer) expectRefused(answer, 413, 413)
    })
    expect(delay).toBeLessThan(20)
  })

  test.each([
    ['lists nested as deep as the limit lets them', '['.repeat(16_000)],
    ['the same, closed', '['.repeat(8000) + ']'.repeat(8000)],
    ['a text of escapes', `"${'\\u0041'.repeat(2600)}"`],
    ['many keys', `{${Array.from({ length: 1600 }, (_, key) => `"k${key}":1`).join(',')}}`],
    ['the same key again and again', `{${Array.from({ length: 2000 }, () => '"k":1').join(',')}}`],
  ])('%s: refused, and the loop goes on', async (_name, body) => {
    const delay = await loopDelayOf(async () => expectRefused(await send(body), 400))
    expect(delay).toBeLessThan(20)
  })

  test('a bomb of gzip is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10 << 20, '['))
    for (const encoding of ['gzip', 'deflate', 'br', 'x-gzip', 'identity, gzip']) {
      const answer = await sendBytes(bomb.subarray(0, 12_000), { 'content-encoding': encoding })
      expect([400, 415]).toContain(answer.body.code)
    }
    // A body that says it is packed, and is not, is taken for what it is or refused: never unpacked.
    const answer = await send(
      { username: 'a', password: 'b', uuid: 'c', code: 'd' },
      { 'content-encoding': 'gzip' },
    )
    expect([400, 415]).toContain(answer.body.code)
  })

  test('a body without end is cut off once it is too long', async () => {
    const chunks = Array.from({ length: 40 }, () => 'x'.repeat(1000))
    const answer = await sendRaw(target.origin, {
      method: 'POST',
      target: '/api/v1/login',
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      chunks,
    })
    expectRefused(answer, 413, 413)
  })

  test('on a route behind the checks, a large body is not even read without a token', async () => {
    const body = '['.repeat(900_000)
    const delay = await loopDelayOf(async () => {
      const answer = await call(`${target.base}/logout`, postJson(body))
      expectRefused(answer, 401)
    })
    expect(delay).toBeLessThan(20)
  })

  test('with a token, a megabyte of nested lists does not hold the others up', async () => {
    const headers = {
      authorization: `Bearer ${await login(target.base)}`,
      'content-type': 'application/json',
    }
    const body = Buffer.from('['.repeat(900_000))
    const delay = await loopDelayOf(async () => {
      const answer = await call(`${target.base}/logout`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      if (answer) expectRefused(answer, 413, 413)
    })
    expect(delay).toBeLessThan(20)
  })
})

test('after all this, a right login succeeds', async () => {
  expectSuccess(await send(await goodBody()))
})

async function goodBody(): Promise<Record<string, string>> {
  return {
    username: 'admin',
    password: ADMIN_PASSWORD,
    uuid: await getCaptcha(target.base),
    code: CAPTCHA_TEXT,
  }
}
