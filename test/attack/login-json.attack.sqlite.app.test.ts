import { afterAll, describe, expect, test } from 'vitest'
import { type Answer, call, postJson } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { invalidBytes, invalidJson, validJson } from './support/json-bodies.ts'
import { startTarget } from './support/target.ts'

const WRONG_CAPTCHA = {
  code: 400,
  msg: 'The captcha is wrong or has expired. Please try a new one.',
  reason: 'captcha-wrong',
}
const NO_JSON = {
  code: 400,
  msg: 'Invalid parameters: the body is not valid JSON.',
  reason: 'invalid-parameters',
  errors: [{ field: '', message: 'The body is not valid JSON.' }],
}

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

describe('L26 valid and invalid JSON', () => {
  /** Has a wrong captcha, so that a refusal for the captcha shows that the body was parsed. */
  const around = (value: string) => `{"username":"a","password":"b","uuid":"c","code":"d","more":${value}}`

  test('invalid JSON is refused as malformed, alone and inside a login', async () => {
    const bodies = invalidJson()
    expect(bodies.length).toBeGreaterThan(120)
    for (const body of bodies) {
      expect((await send(body)).body, body).toEqual(NO_JSON)
    }
    // Some texts are not valid values but yield a valid body in context, such as `1,"x":2`.
    const inside = bodies.filter((body) => !isJson(around(body)))
    expect(inside.length).toBeGreaterThan(bodies.length - 20)
    for (const body of inside) expect((await send(around(body))).body, body).toEqual(NO_JSON)
  })

  test('valid JSON is parsed and refused for its content', async () => {
    for (const body of validJson()) {
      const { status, body: answer } = await send(body)
      expect({ status, code: answer.code }, body).toEqual({ status: 200, code: 400 })
      expect(answer.msg, body).not.toBe(NO_JSON.msg)
      expect((await send(around(body))).body, body).toEqual(WRONG_CAPTCHA)
    }
  })

  test('duplicate members are refused at any depth', async () => {
    for (const body of ['{"a":1,"a":2}', '[{"a":1,"\\u0061":2}]'])
      expectRefused(await send(around(body)), 400)
    expect((await send(around('{"a":1,"a":2}'))).body.msg).toContain('two members of the same name')
  })

  test('invalid UTF-8 is refused', async () => {
    for (const bytes of invalidBytes()) expectRefused(await sendBytes(bytes), 400)
  })

  test('surrounding white space is allowed, and an empty body is refused', async () => {
    expect((await send(`\r\n\t ${around('1')} \n`)).body).toEqual(WRONG_CAPTCHA)
    for (const body of ['', ' ', '\n']) expectRefused(await send(body), 400)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
