import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createService } from '../../src/index.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, SECRET } from '../support/service.ts'

let dataDir: string
let app: FastifyInstance | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'))
})
afterEach(async () => {
  await app?.close()
  app = undefined
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the service for the first time. Returns the password that it generated. */
async function start(mode: string, adminPassword = ''): Promise<string | undefined> {
  process.env.CASTELLAN_ADMIN_PASSWORD = adminPassword
  const settings = { application: { mode, dataDir }, jwt: { secret: SECRET } }
  const service = await createService(settings, { captchaText: () => CAPTCHA_TEXT })
  app = fastify({ http: service.http })
  app.register(service.plugin)
  return service.generatedAdminPassword
}

async function send(method: 'GET' | 'POST' | 'PUT', path: string, token = '', payload?: object) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app?.inject({
    method,
    url: `/api/v1${path}`,
    headers,
    ...(payload && { payload }),
  })
  return {
    code: response?.json().code,
    reason: response?.headers['x-castellan-reason'],
    body: response?.json(),
  }
}

async function tokenWith(password: string): Promise<string> {
  const captcha = await send('GET', '/getCaptcha')
  const login = { username: 'admin', password, uuid: captcha.body.id, code: CAPTCHA_TEXT }
  return (await send('POST', '/login', '', login)).body.token
}

describe.each(['prod', 'test'])('mode %s', (mode) => {
  test.each([
    ['short', 'the password must have at least 15 characters'],
    ['admin-admin-admin-2024', 'little more than the name of the user'],
    ['password12345678', 'a common password with digits'],
  ])('the password %j stops the start with the variable and the rule', async (password, rule) => {
    const message = await start(mode, password).then(String, (error: Error) => error.message)
    expect(message).toMatch(/^CASTELLAN_ADMIN_PASSWORD: .* Fix: set another password, or remove the variable/)
    expect(message).toContain(rule)
    expect(message).not.toContain(password)
    // No admin was created, so the next start does it.
    expect(await start(mode)).toMatch(/^[\w-]{20}$/)
  })

  test('a generated password has to be changed at the first login', async () => {
    const generated = (await start(mode)) ?? ''
    const first = await tokenWith(generated)
    expect(await send('GET', '/user/profile', first)).toMatchObject({
      code: 200,
      body: { data: { user: { pwdChangeDue: true } } },
    })
    expect(await send('GET', '/sys-user', first)).toMatchObject({ code: 409, reason: 'password-change-due' })
    const change = { oldPassword: generated, newPassword: ADMIN_PASSWORD }
    expect(await send('PUT', '/user/pwd/set', first, change)).toMatchObject({ code: 200 })
    const second = await tokenWith(ADMIN_PASSWORD)
    expect(await send('GET', '/sys-user', second)).toMatchObject({ code: 200 })
  })

  test('a password from the variable need not be changed', async () => {
    expect(await start(mode, ADMIN_PASSWORD)).toBeUndefined()
    expect(await send('GET', '/sys-user', await tokenWith(ADMIN_PASSWORD))).toMatchObject({ code: 200 })
  })
})

describe('mode dev', () => {
  test('a generated password need not be changed', async () => {
    const generated = (await start('dev')) ?? ''
    expect(await send('GET', '/sys-user', await tokenWith(generated))).toMatchObject({ code: 200 })
  })

  test('a weak password is accepted, but not one that cannot be used for a login', async () => {
    await expect(start('dev', 'x'.repeat(257))).rejects.toThrow(
      'CASTELLAN_ADMIN_PASSWORD: the password must have 1 to',
    )
    await start('dev', 'short')
    expect(await send('GET', '/sys-user', await tokenWith('short'))).toMatchObject({ code: 200 })
  })
})
