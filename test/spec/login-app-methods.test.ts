// docs/specification.md, 7

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppLoginMethod, createService, Refusal } from '../../src/index.ts'
import { enrolUser, sendCode } from '../support/authenticator.ts'
import { type Answer, call, getCaptcha, postJson, readLoginLog, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { addRole, addUser, dataOf, loginOperator, type Operator, passwordOf } from '../support/operator.ts'
import { CAPTCHA_TEXT, SECRET, startService, type TestService } from '../support/service.ts'
import { startStandalone } from '../support/standalone.ts'

const WRONG = '{"code":400,"msg":"Wrong username or password.","reason":"credentials-wrong"}'

/** Codes of the provider, and the accounts that they are for. */
const accounts = new Map([
  ['code-of-anna', 'anna-1'],
  ['code-of-nobody', 'nobody-1'],
])
let asked = 0

const wechat: AppLoginMethod<{ code: string }> = {
  name: 'wechat',
  label: 'WeChat',
  fields: { type: 'object', required: ['code'], properties: { code: { type: 'string', maxLength: 64 } } },
  guessable: false,
  async verify({ code }) {
    asked++
    if (code === 'down') throw new Refusal('provider-unavailable', { provider: 'WeChat' })
    if (code === 'fault') throw new Error('the provider at wechat.example is broken')
    if (code === 'nonsense') return { user: 'admin' } as unknown as undefined
    const subject = accounts.get(code)
    return subject === undefined ? undefined : { subject }
  },
}

/** Codes by phone number, and the names of their users. */
const phones = new Map([
  ['+49170', { code: '314159', username: 'ben' }],
  ['+49171', { code: '271828', username: 'sleeper' }],
  ['+49172', { code: '161803', username: 'limited' }],
  ['+49173', { code: '141421', username: 'robot' }],
  ['+49174', { code: '173205', username: 'nobody' }],
  ['+49175', { code: '223606', username: 'due' }],
])

const sms: AppLoginMethod<{ phone: string; code: string }> = {
  name: 'sms',
  fields: {
    type: 'object',
    required: ['phone', 'code'],
    additionalProperties: false,
    properties: { phone: { type: 'string', maxLength: 32 }, code: { type: 'string', pattern: '^\\d{6}$' } },
  },
  guessable: true,
  throttleKey: ({ phone }) => phone,
  async verify({ phone, code }) {
    const sent = phones.get(phone)
    return sent?.code === code ? { username: sent.username } : undefined
  },
}

const loginMethods = [wechat, sms]
const clock = createClock()
let service: TestService
let base: string
let admin: Operator

beforeAll(async () => {
  service = await startService({
    settings: {
      login: { methods: ['password', 'service', 'app:wechat', 'app:sms'], maxFailures: 3 },
      captcha: { methods: ['password', 'app:sms'] },
      cluster: { maxStalenessSeconds: 3600 },
      jwt: { timeout: 24 * 60 * 60, secret: SECRET },
      apiDocs: { serve: 'always' },
    },
    replacements: { loginMethods, now: clock.now },
  })
  base = service.base
  admin = await loginOperator(base)
  const roleId = await addRole(admin, 'clerk', [{ method: '*', path: '/*' }])
  const anna = await addUser(admin, 'anna', roleId)
  await dataOf(admin.post(`/sys-user/${anna}/link`, { issuer: 'app:wechat', subject: 'anna-1' }))
  await addUser(admin, 'ben', roleId)
  const sleeper = await addUser(admin, 'sleeper', roleId)
  await dataOf(admin.put(`/sys-user/${sleeper}/status`, { status: '1' }))
  await addUser(admin, 'limited', roleId, { loginMethods: ['password', 'app:wechat'] })
  await addUser(admin, 'due', roleId, { pwdChangeDue: true })
  await dataOf(admin.post('/service-account', { username: 'robot', roleId }))
})
afterAll(() => service.close())

const byWechat = (code: string) => call(`${base}/login`, postJson({ method: 'app:wechat', fields: { code } }))
const bySms = async (phone: string, code: string) => {
  const captcha = { uuid: await getCaptcha(base), code: CAPTCHA_TEXT }
  return call(`${base}/login`, postJson({ method: 'app:sms', fields: { phone, code }, ...captcha }))
}
const expectLogin = ({ body }: Answer) => expect(body).toMatchObject({ code: 200, token: expect.any(String) })
const newestLogin = async () => (await readLoginLog(base, admin.token))[0]

describe('7. an app adds a login method', () => {
  test('the account that is linked to a user logs in, and the link shows the time', async () => {
    expectLogin(await byWechat('code-of-anna'))
    expect(await newestLogin()).toMatchObject({ username: 'anna', status: '2', method: 'app:wechat' })
    const users = await dataOf<{ list: { userId: number; username: string }[] }>(admin.get('/sys-user'))
    const anna = users.list.find(({ username }) => username === 'anna')?.userId
    expect(await dataOf(admin.get(`/sys-user/${anna}/login-methods`))).toMatchObject({
      links: [{ issuer: 'app:wechat', subject: 'anna-1', lastLoginAt: expect.any(String) }],
    })
  })

  test('a user logs in by name, with a right captcha only', async () => {
    const fields = { phone: '+49170', code: '314159' }
    const request = (captcha: object) =>
      call(`${base}/login`, postJson({ method: 'app:sms', fields, ...captcha }))
    expect((await request({})).body.reason).toBe('invalid-parameters')
    const uuid = await getCaptcha(base)
    expect((await request({ uuid, code: 'WRONG' })).body.reason).toBe('captcha-wrong')
    expect((await request({ uuid, code: CAPTCHA_TEXT })).body.reason).toBe('captcha-wrong')
    expectLogin(await bySms('+49170', '314159'))
    expect(await newestLogin()).toMatchObject({ username: 'ben', method: 'app:sms' })
  })

  test('the passwords stay as they are', async () => {
    expectLogin(await tryLogin(base, { username: 'anna', password: passwordOf('anna') }))
  })

  test('the second factor follows, also after the method of an app', async () => {
    const { body } = await tryLogin(base, { username: 'ben', password: passwordOf('ben') })
    expect(body.code).toBe(200)
    const authenticator = await enrolUser(base, 'ben', clock)
    const first = await bySms('+49170', '314159')
    expect(first.body).toMatchObject({ code: 428, reason: 'second-factor-required' })
    expectLogin(await sendCode(base, first.body.ticket, authenticator.nextCode()))
    expect(await newestLogin()).toMatchObject({ username: 'ben', status: '2', method: 'app:sms' })
  })

  test('a password that is due is due after every method', async () => {
    const { body } = await bySms('+49175', '223606')
    const refused = await call(`${base}/sys-user`, {
      headers: { authorization: `Bearer ${String(body.token)}` },
    })
    expect(refused.body).toMatchObject({ code: 409, reason: 'password-change-due' })
  })

  test.each([
    ['a wrong code', () => bySms('+49170', '000000')],
    ['an unknown phone number', () => bySms('+49999', '000000')],
    ['a disabled user', () => bySms('+49171', '271828')],
    ['a user who is limited to other methods', () => bySms('+49172', '161803')],
    ['a service account', () => bySms('+49173', '141421')],
    ['a user who does not exist', () => bySms('+49174', '173205')],
    ['a code that the provider does not know', () => byWechat('unknown')],
    ['an account that is linked to no user', () => byWechat('code-of-nobody')],
  ])('%s gets the response of wrong credentials', async (_, send) => {
    expect((await send()).text).toBe(WRONG)
  })

  test('failures are counted for the throttle key, whether the number exists or not', async () => {
    for (const phone of ['+49170', '+49888']) {
      const codes: unknown[] = []
      for (let tries = 0; tries < 5; tries++) codes.push((await bySms(phone, '000000')).body.code)
      expect(codes.at(-1), phone).toBe(429)
    }
    // The right code has to wait too.
    expect((await bySms('+49170', '314159')).body.code).toBe(429)
    clock.advance(24 * 60 * 60 * 1000)
    admin = await loginOperator(base)
  })

  test.each([
    [{ method: 'app:wechat' }, 'fields'],
    [{ method: 'app:wechat', fields: 'code-of-anna' }, 'fields'],
    [{ method: 'app:wechat', fields: {} }, 'fields.code'],
    [{ method: 'app:wechat', fields: { code: 7 } }, 'fields.code'],
    [{ method: 'app:wechat', fields: { code: 'x'.repeat(65) } }, 'fields.code'],
    [{ method: 'app:unknown', fields: {} }, 'method'],
    [{ method: 'app:', fields: {} }, 'method'],
  ])('the schema refuses %j with 400, and the app is not asked', async (body, field) => {
    const before = asked
    const refused = await call(`${base}/login`, postJson(body))
    expectRefused(refused, 400)
    expect(refused.body.errors).toMatchObject([{ field }])
    expect(asked).toBe(before)
    // A name that is not enabled is not stored.
    expect(await newestLogin()).toMatchObject({ method: field === 'method' ? '' : 'app:wechat' })
  })

  test('an outage of the provider is 503', async () => {
    const answer = await byWechat('down')
    expectRefused(answer, 503)
    expect(answer.body.msg).toContain('WeChat is not available for logins.')
  })

  test.each(['fault', 'nonsense'])('an error of the app is 500 without its message (%s)', async (code) => {
    const answer = await byWechat(code)
    expectRefused(answer, 500, 500)
    expect(answer.text).not.toMatch(/wechat|example|returned/)
    expect(await newestLogin()).toMatchObject({ status: '1', reason: 'fault', method: 'app:wechat' })
  })

  test('app-config and the OpenAPI document describe it', async () => {
    const config = await dataOf(call(`${base}/app-config`))
    expect(config.loginMethods).toEqual([
      { method: 'password', captchaRequired: true },
      { method: 'app:wechat', captchaRequired: false, label: 'WeChat' },
      { method: 'app:sms', captchaRequired: true, label: 'sms' },
    ])
    const { body } = await call(`${base}/openapi.json`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const { schemas } = body.components as { schemas: Record<string, unknown> }
    expect(schemas.AppSmsLogin).toMatchObject({
      required: ['method', 'fields', 'uuid', 'code'],
      properties: { method: { const: 'app:sms' }, fields: { required: ['phone', 'code'] } },
    })
    expect(schemas.AppWechatLogin).toMatchObject({ required: ['method', 'fields'] })
  })

  test('an admin limits users to it by name, and to no text that cannot be a name', async () => {
    const users = await dataOf<{ list: { userId: number; username: string }[] }>(admin.get('/sys-user'))
    const id = users.list.find(({ username }) => username === 'limited')?.userId
    expectSuccess(await admin.put(`/sys-user/${id}`, { loginMethods: ['app:of-another-node'] }))
    const refused = await admin.put(`/sys-user/${id}`, { loginMethods: ['app:Wechat'] })
    expect(refused.body.errors).toMatchObject([
      { field: 'loginMethods.0', message: expect.stringContaining('must be one of password') },
    ])
  })
})

test('an error of the app is logged once', async () => {
  const standalone = await startStandalone(
    { login: { methods: ['password', 'app:wechat'] }, captcha: { methods: ['password'] } },
    { loginMethods },
  )
  try {
    const body = { method: 'app:wechat', fields: { code: 'fault' } }
    expectRefused(await call(`${standalone.base}/login`, postJson(body)), 500, 500)
    const lines = standalone.logged().split('\n')
    expect(lines.filter((line) => line.includes('the provider at wechat.example is broken'))).toHaveLength(1)
    expect(standalone.logged()).toContain(
      'the app adds app:sms, which login.methods does not list: it is not enabled',
    )
  } finally {
    await standalone.close()
  }
})

test('castellan serve runs with the settings of an app, without its methods', async () => {
  const standalone = await startStandalone({ login: { methods: ['password', 'app:wechat'] } })
  try {
    expect(standalone.logged()).toContain(
      'login.methods lists app:wechat: only the app that adds it offers it',
    )
    const config = await dataOf(call(`${standalone.base}/app-config`))
    expect(config.loginMethods).toEqual([{ method: 'password', captchaRequired: true }])
    const refused = await call(`${standalone.base}/login`, postJson({ method: 'app:wechat', fields: {} }))
    expect(refused.body.errors).toMatchObject([{ field: 'method' }])
  } finally {
    await standalone.close()
  }
})

describe('an app whose methods cannot work does not start', () => {
  const start = (methods: readonly AppLoginMethod<object>[], settings: object = {}) =>
    startService({
      settings: { login: { methods: ['password', 'app:wechat'] }, ...settings },
      replacements: { loginMethods: methods },
    })

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'a listed method is not added',
      () => start([]),
      'login.methods lists app:wechat, which the app does not add.',
    ],
    ['a name', () => start([{ ...wechat, name: 'WeChat' }]), 'needs a name of at most 16'],
    ['the same name twice', () => start([wechat, wechat]), 'The login method wechat is added twice.'],
    [
      'a schema',
      () => start([{ ...wechat, fields: { type: 'array' } }]),
      'a JSON schema with the type object',
    ],
    [
      'a keyword',
      () => start([{ ...wechat, fields: { type: 'object', requires: [] } }]),
      'The schema of the fields of the login method app:wechat is not valid.',
    ],
    [
      'a throttle key',
      () => start([{ ...wechat, guessable: true } as unknown as AppLoginMethod<object>]),
      'needs a function `throttleKey`',
    ],
    [
      'a captcha that is left out although codes can be guessed',
      () => start([sms], { login: { methods: ['password', 'app:sms'] }, captcha: { methods: ['password'] } }),
      'captcha.methods must list app:sms',
    ],
  ])('%s', async (_, started, message) => {
    await expect(started()).rejects.toThrow(message)
  })

  test('the captcha is required by default', async () => {
    const usual = await start([wechat])
    try {
      const refused = await call(
        `${usual.base}/login`,
        postJson({ method: 'app:wechat', fields: { code: 'code-of-anna' } }),
      )
      expect(refused.body.reason).toBe('invalid-parameters')
    } finally {
      await usual.close()
    }
  })

  test('a setting that is not the name of a method is refused by every command', async () => {
    await expect(createService({ login: { methods: ['app:Wechat'] } })).rejects.toThrow(
      'is "app:Wechat", which is not one of password, ldap, oidc, code, passkey, service or app:NAME',
    )
  })
})
