// docs/specification.md, 8

import { afterAll, describe, expect, test } from 'vitest'
import { call, getCaptcha, postJson, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

/** Usernames and passwords that the credential check received. */
let asked: string[] = []

const service = await startService({
  replacements: {
    credentialVerifier: {
      async verify({ username, password }, accounts) {
        asked.push(`${username}/${password}`)
        return password === ADMIN_PASSWORD ? accounts.find(username) : undefined
      },
    },
  },
})
afterAll(service.close)

const fields = ['username', 'password', 'uuid', 'code'] as const
const bounds = { username: 64, password: 256, uuid: 64, code: 64 }
const values: [string, unknown][] = [
  ['a list', ['admin']],
  ['a number', 1],
  ['true', true],
  ['null', null],
  ['an object', { $ne: 1 }],
  ['an empty text', ''],
  ['a lone surrogate', '\ud800'],
]

/** Expects a refusal in step 1: no credential check ran, and the captcha is still valid. */
async function expectNotBound(uuid: string, body: unknown): Promise<void> {
  asked = []
  const answer = await call(`${service.base}/login`, postJson(body))
  expectRefused(answer, 400)
  expect(answer.body.msg).toMatch(/^Invalid parameters: /)
  expect(asked).toEqual([])
  expectSuccess(await tryLogin(service.base, { uuid }))
}

describe.each(fields)('the field %s', (field) => {
  const good = { username: 'admin', password: ADMIN_PASSWORD, code: CAPTCHA_TEXT }

  test.each(values)('must be a string and is never converted: %s is refused', async (_name, value) => {
    const uuid = await getCaptcha(service.base)
    await expectNotBound(uuid, { ...good, uuid, [field]: value })
  })

  test('is required', async () => {
    const uuid = await getCaptcha(service.base)
    await expectNotBound(uuid, { ...good, uuid, [field]: undefined })
  })

  test(`has at most ${bounds[field]} characters, inclusive`, async () => {
    const uuid = await getCaptcha(service.base)
    await expectNotBound(uuid, { ...good, uuid, [field]: 'x'.repeat(bounds[field] + 1) })
    const answer = await tryLogin(service.base, { [field]: 'x'.repeat(bounds[field]) })
    expectRefused(answer, 400)
    expect(answer.body.msg).not.toMatch(/^Invalid parameters/)
  })

  test('has its length counted in characters, not in bytes', async () => {
    const answer = await tryLogin(service.base, { [field]: '🏰'.repeat(bounds[field]) })
    expectRefused(answer, 400)
    expect(answer.body.msg).not.toMatch(/^Invalid parameters/)
  })
})

describe('the body', () => {
  test.each([
    ['a list', '[]'],
    ['a text', '"admin"'],
    ['null', 'null'],
    ['a number', '1'],
    ['nothing', ''],
    ['malformed JSON', '{"username":"admin"'],
    ['two objects', '{}{}'],
  ])('must be a JSON object: %s is refused', async (_name, body) => {
    expectRefused(await call(`${service.base}/login`, postJson(body)), 400)
  })

  test.each([
    ['__proto__', (good: string) => `{"__proto__":{"polluted":true},${good}}`],
    ['constructor.prototype', (good: string) => `{"constructor":{"prototype":{"polluted":true}},${good}}`],
    ['a nested __proto__', (good: string) => `{"a":{"__proto__":{"polluted":true}},${good}}`],
  ])('with the key %s is refused, and no prototype changes', async (_name, bodyWith) => {
    const uuid = await getCaptcha(service.base)
    const good = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT })
    asked = []
    expectRefused(await call(`${service.base}/login`, postJson(bodyWith(good.slice(1, -1)))), 400)
    expect(asked).toEqual([])
    expect(Reflect.has({}, 'polluted')).toBe(false)
  })

  test('does not read fields from a prototype', async () => {
    const body = '{"toString":"admin","valueOf":"admin","hasOwnProperty":"username"}'
    expectRefused(await call(`${service.base}/login`, postJson(body)), 400)
  })

  test('may contain additional fields, which are ignored', async () => {
    expectSuccess(await tryLogin(service.base, { rememberMe: true, roleKey: 'admin', userId: 7 }))
  })

  test.each([
    ['in UTF-8 by name', 'application/json; charset=utf-8'],
    ['in capitals', 'Application/JSON'],
  ])('may be declared %s', async (_name, type) => {
    const uuid = await getCaptcha(service.base)
    const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT }
    expectSuccess(await call(`${service.base}/login`, postJson(body, { 'content-type': type })))
  })

  test('with invalid UTF-8 is refused, not repaired', async () => {
    const body = Buffer.from('{"username":"adm\xff","password":"x","uuid":"x","code":"x"}', 'latin1')
    const answer = await call(`${service.base}/login`, { ...postJson(''), body })
    expectRefused(answer, 400)
    expect(answer.body.msg).toMatch(/UTF-8/)
  })
})

describe('username and password are used exactly as sent', () => {
  test.each([
    ['letter case', { username: 'Admin' }],
    ['a space before', { username: ' admin' }],
    ['a space after', { username: 'admin ' }],
    ['a space after the password', { password: `${ADMIN_PASSWORD} ` }],
    ['a NUL after the password', { password: `${ADMIN_PASSWORD}\0` }],
  ])('%s makes a different credential', async (_name, changed) => {
    asked = []
    expectRefused(await tryLogin(service.base, changed), 400)
    const { username, password } = { username: 'admin', password: ADMIN_PASSWORD, ...changed }
    expect(asked).toEqual([`${username}/${password}`])
  })
})
