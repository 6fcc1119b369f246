import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, call, postJson } from '../support/client.ts'
import { expectRefused } from '../support/expectations.ts'
import { invalidBytes, invalidJson, validJson } from './support/json-bodies.ts'
import { startTarget, type Target } from './support/target.ts'

const WRONG_CAPTCHA = 'The captcha is wrong or has expired. Please try a new one.'
const NO_JSON = 'Invalid parameters: the body is not valid JSON.'
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

describe('L26 what is JSON and what is not', () => {
  /** With the captcha wrong: it is refused there, and no earlier, when the body has been understood. */
  const around = (value: string) => `{"username":"a","password":"b","uuid":"c","code":"d","more":${value}}`

  test('every text that is no JSON is refused as such, alone and inside of a login', async () => {
    const bodies = invalidJson()
    expect(bodies.length).toBeGreaterThan(120)
    for (const body of bodies) {
      expect((await send(body)).body, body).toEqual({ code: 400, msg: NO_JSON })
    }
    // Some texts are no value of a field, yet make a body with what stands around them: `1,"x":2` is one.
    const inside = bodies.filter((body) => !isJson(around(body)))
    expect(inside.length).toBeGreaterThan(bodies.length - 20)
    for (const body of inside)
      expect((await send(around(body))).body, body).toEqual({ code: 400, msg: NO_JSON })
  })

  test('every text that is JSON is understood: refused for what it says', async () => {
    for (const body of validJson()) {
      const { status, body: answer } = await send(body)
      expect({ status, code: answer.code }, body).toEqual({ status: 200, code: 400 })
      expect(answer.msg, body).not.toBe(NO_JSON)
      expect((await send(around(body))).body, body).toEqual({ code: 400, msg: WRONG_CAPTCHA })
    }
  })

  test('duplicate members are refused at any depth', async () => {
    for (const body of ['{"a":1,"a":2}', '[{"a":1,"\\u0061":2}]'])
      expectRefused(await send(around(body)), 400)
    expect((await send(around('{"a":1,"a":2}'))).body.msg).toContain('two members of the same name')
  })

  test('bytes that are no UTF-8 are refused', async () => {
    for (const bytes of invalidBytes()) expectRefused(await sendBytes(bytes), 400)
  })

  test('white space around it is free, and an empty body is refused', async () => {
    expect((await send(`\r\n\t ${around('1')} \n`)).body.msg).toBe(WRONG_CAPTCHA)
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
