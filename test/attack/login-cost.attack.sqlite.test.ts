import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, call, getCaptcha, login, postJson } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { sendRaw } from '../support/raw-request.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT } from '../support/service.ts'
import { cpuTimeOf, MAX_CPU_MS } from './support/cpu-time.ts'
import { startTarget } from './support/target.ts'

const target = await startTarget()
afterAll(target.close)

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${target.base}/login`, postJson(body, headers))
const sendBytes = (body: Uint8Array, headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${target.base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

describe('L28 bodies that are expensive to parse', () => {
  test.each([
    ['a megabyte of nested arrays', '['.repeat(1 << 20)],
    ['a megabyte of nested, closed arrays', '['.repeat(1 << 19) + ']'.repeat(1 << 19)],
    ['a megabyte of nested objects', '{"a":'.repeat(200_000)],
    ['a megabyte of one number', '1'.repeat(1 << 20)],
    ['a megabyte of keys', `{${Array.from({ length: 100_000 }, (_, key) => `"k${key}":1`).join(',')}}`],
  ])('%s: refused early at little cost', async (_name, body) => {
    const bytes = Buffer.from(body)
    const milliseconds = await cpuTimeOf(async () => {
      const answer = await sendBytes(bytes).catch(() => undefined)
      if (answer) expectRefused(answer, 413, 413)
    })
    expect(milliseconds).toBeLessThan(MAX_CPU_MS)
  })

  test.each([
    ['arrays nested as deeply as the size limit allows', '['.repeat(16_000)],
    ['the same, with closing brackets', '['.repeat(8000) + ']'.repeat(8000)],
    ['a string of escapes', `"${'\\u0041'.repeat(2600)}"`],
    ['many keys', `{${Array.from({ length: 1600 }, (_, key) => `"k${key}":1`).join(',')}}`],
    ['a key repeated many times', `{${Array.from({ length: 2000 }, () => '"k":1').join(',')}}`],
  ])('%s: refused at little cost', async (_name, body) => {
    const milliseconds = await cpuTimeOf(async () => expectRefused(await send(body), 400))
    expect(milliseconds).toBeLessThan(MAX_CPU_MS)
  })

  test('a gzip bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10 << 20, '['))
    for (const encoding of ['gzip', 'deflate', 'br', 'x-gzip', 'identity, gzip']) {
      const answer = await sendBytes(bomb.subarray(0, 12_000), { 'content-encoding': encoding })
      expect([400, 415]).toContain(answer.body.code)
    }
    // A body that is declared as compressed but is not may be parsed or refused, but never decompressed.
    const answer = await send(
      { username: 'a', password: 'b', uuid: 'c', code: 'd' },
      { 'content-encoding': 'gzip' },
    )
    expect([400, 415]).toContain(answer.body.code)
  })

  test('an endless body is aborted when it exceeds the limit', async () => {
    const chunks = Array.from({ length: 40 }, () => 'x'.repeat(1000))
    const answer = await sendRaw(target.origin, {
      method: 'POST',
      target: '/api/v1/login',
      headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      chunks,
    })
    expectRefused(answer, 413, 413)
  })

  test('on a protected route, a large body is not read without a token', async () => {
    const body = '['.repeat(900_000)
    const milliseconds = await cpuTimeOf(async () => {
      const answer = await call(`${target.base}/logout`, postJson(body))
      expectRefused(answer, 401)
    })
    expect(milliseconds).toBeLessThan(MAX_CPU_MS)
  })

  test('with a token, a megabyte of nested arrays costs little CPU time', async () => {
    const headers = {
      authorization: `Bearer ${await login(target.base)}`,
      'content-type': 'application/json',
    }
    const body = Buffer.from('['.repeat(900_000))
    const milliseconds = await cpuTimeOf(async () => {
      const answer = await call(`${target.base}/logout`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      if (answer) expectRefused(answer, 413, 413)
    })
    expect(milliseconds).toBeLessThan(MAX_CPU_MS)
  })
})

test('afterwards a valid login succeeds', async () => {
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
