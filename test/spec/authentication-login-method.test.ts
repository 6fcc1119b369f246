// docs/specification.md, 7

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type CredentialVerifier, Refusal } from '../../src/index.ts'
import {
  bearer,
  call,
  getCaptcha,
  login,
  loginAs,
  postJson,
  readLoginLog,
  tryLogin,
} from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf } from '../support/jwt.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

/** Codes that were sent to the users' phones. The client sends each one back in the field `password`. */
const codes = new Map([
  ['admin', '314159'],
  ['mira', '271828'],
  ['sleeper', '161803'],
])
const smsVerifier: CredentialVerifier = {
  async verify({ username, password }, accounts) {
    return codes.get(username) === password ? accounts.find(username) : undefined
  },
}

let method: CredentialVerifier = smsVerifier
let asked = 0

const service = await startService({
  replacements: {
    credentialVerifier: {
      verify(request, accounts) {
        asked++
        return method.verify(request, accounts)
      },
    },
  },
})
afterAll(service.close)
const { context } = service
await context.roleAdministration.add({ roleKey: 'reader', roleName: 'Reader', dataScope: '3' })
await context.userAdministration.add({ username: 'mira', password: 'x', roleKey: 'reader' })
await context.userAdministration.add({ username: 'sleeper', password: 'x', roleKey: 'reader' })
await context.userAdministration.setStatus('sleeper', '1')
await context.policyAdministration.add([{ roleKey: 'reader', method: 'GET', path: '/api/v1/role' }])

beforeEach(() => {
  method = smsVerifier
  asked = 0
})

const smsLogin = (username: string, password: string) => tryLogin(service.base, { username, password })

/** Returns the account that the login method would return. */
async function accountOf(username: string): Promise<Account> {
  const user = await service.context.users.findByName(username)
  if (!user) throw new Error(`there is no ${username}`)
  const { userId, roleId } = user
  return { userId, username, roleId, roleKey: 'reader', dataScope: '3' }
}

describe('7. a different login method replaces only the credential check', () => {
  test('accepts its own credential and not the password', async () => {
    expectSuccess(await smsLogin('admin', '314159'), { token: expect.any(String) })
    expectRefused(await smsLogin('admin', ADMIN_PASSWORD), 400)
    expectRefused(await smsLogin('mira', '314159'), 400)
  })

  test('the token is issued as usual', async () => {
    const { body } = await smsLogin('mira', '271828')
    const account = await accountOf('mira')
    expect(claimsOf(String(body.token))).toMatchObject({
      identity: account.userId,
      roleid: account.roleId,
      rolekey: 'reader',
      nice: 'mira',
      datascope: '3',
    })
  })

  test('the permission check does not change', async () => {
    const { body } = await smsLogin('mira', '271828')
    const token = bearer(String(body.token))
    await eventually(async () => expectSuccess(await call(`${service.base}/role`, token)))
    expectRefused(await call(`${service.base}/sys-user`, token), 401)
    expectSuccess(await call(`${service.base}/user/profile`, token))
  })

  test('the captcha is checked first and consumed by the attempt', async () => {
    const uuid = await getCaptcha(service.base)
    const body = { username: 'admin', password: '314159', uuid, code: CAPTCHA_TEXT }
    expectRefused(
      await tryLogin(service.base, { ...body, uuid: await getCaptcha(service.base), code: 'WRONG' }),
      400,
    )
    expect(asked).toBe(0)
    expectSuccess(await call(`${service.base}/login`, postJson(body)))
    expectRefused(await call(`${service.base}/login`, postJson(body)), 400)
    expect(asked).toBe(1)
  })

  test('every attempt is logged as usual', async () => {
    const admin = await login(service.base, { password: '314159' })
    const before = await readLoginLog(service.base, admin)
    await smsLogin('mira', '271828')
    await smsLogin('mira', '000000')
    const rows = await readLoginLog(service.base, admin)
    expect(rows.length).toBe(before.length + 2)
    expect(rows.slice(0, 2)).toMatchObject([
      { username: 'mira', status: '1' },
      { username: 'mira', status: '2' },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/271828|000000/)
  })
})

describe('the result of the method is validated', () => {
  /** The response to a wrong password with the built-in password check. */
  const wrong = '{"code":400,"msg":"Wrong username or password.","reason":"credentials-wrong"}'

  test('undefined is a wrong credential', async () => {
    expect((await smsLogin('admin', '000000')).text).toBe(wrong)
  })

  test('a Refusal is returned with its own code', async () => {
    method = { verify: () => Promise.reject(new Refusal('unavailable')) }
    expectRefused(await smsLogin('admin', '314159'), 503, 503)
  })

  test('an unexpected error yields 500 without its message and no token, and is logged as an attempt', async () => {
    const admin = await login(service.base, { password: '314159' })
    method = { verify: () => Promise.reject(new Error('the gateway at sms.example is down')) }
    const answer = await smsLogin('faulty', '314159')
    expectRefused(answer, 500, 500)
    expect(answer.text).not.toMatch(/gateway|example|Error/)
    method = smsVerifier
    const [newest] = await readLoginLog(service.base, admin)
    expect(newest).toMatchObject({ username: 'faulty', status: '1' })
    expect(JSON.stringify(newest)).not.toMatch(/gateway|example/)
  })

  test('the directory does not return a disabled user', async () => {
    expect((await smsLogin('sleeper', '161803')).text).toBe(wrong)
  })

  test('a disabled user that the method returns gets no token', async () => {
    method = { verify: () => accountOf('sleeper') }
    expect((await smsLogin('sleeper', 'x')).text).toBe(wrong)
  })

  test('an unknown user that the method returns gets no token', async () => {
    method = {
      verify: async () => ({ userId: 4711, username: 'ghost', roleId: 1, roleKey: 'admin', dataScope: '1' }),
    }
    expect((await smsLogin('ghost', 'x')).text).toBe(wrong)
  })

  test('a role that the user does not have gets no token', async () => {
    const admin = await service.context.users.findByName('admin')
    method = {
      verify: async () => ({ ...(await accountOf('mira')), roleId: admin?.roleId ?? 0, roleKey: 'admin' }),
    }
    expect((await smsLogin('mira', 'x')).text).toBe(wrong)
  })

  test('a role key or data scope that differs from the stored role is not put into the token', async () => {
    method = { verify: async () => ({ ...(await accountOf('mira')), roleKey: 'admin', dataScope: '1' }) }
    const { body } = await smsLogin('mira', 'x')
    const claims = typeof body.token === 'string' ? claimsOf(body.token) : {}
    expect(claims).toMatchObject({ rolekey: 'reader', datascope: '3' })
  })

  test('the directory does not expose password hashes', async () => {
    let known: Account | undefined
    method = {
      async verify({ username }, accounts) {
        known = await accounts.find(username)
        return undefined
      },
    }
    await smsLogin('mira', 'x')
    expect(known).toMatchObject({ username: 'mira', roleKey: 'reader' })
    expect(JSON.stringify(known)).not.toMatch(/argon2|hash/i)
  })
})

test('a user created by the service can log in only by the new method', async () => {
  codes.set('newcomer', '141421')
  method = { verify: ({ username }, accounts) => accounts.find(username) }
  await loginAs(service, 'newcomer')
  method = smsVerifier
  expectRefused(await smsLogin('newcomer', 'the password of newcomer'), 400)
  expectSuccess(await smsLogin('newcomer', '141421'))
})
