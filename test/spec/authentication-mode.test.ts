// docs/specification.md, 4, 4a, 4b, 4c, 12

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, call, getCaptcha, login, postJson, tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { claimsOf, forgeToken } from '../support/jwt.ts'
import { createLogLines } from '../support/log-lines.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService, type TestService } from '../support/service.ts'
import { startProblem } from '../support/standalone.ts'

const YEAR_IN_SECONDS = 365.25 * 24 * 60 * 60
const credentials = { username: 'admin', password: ADMIN_PASSWORD }

function lifetimeOf(token: unknown): number {
  const { iat, exp } = claimsOf(String(token))
  return Number(exp) - Number(iat)
}

describe('application.mode dev', () => {
  let dev: TestService
  let prod: TestService

  beforeAll(async () => {
    dev = await startService({ settings: { application: { mode: 'dev' } } })
    prod = await startService({ settings: { application: { mode: 'prod' } } })
  })
  afterAll(async () => {
    await dev.close()
    await prod.close()
  })

  const tryDev = (fields: Record<string, unknown>) =>
    call(`${dev.base}/login`, postJson({ ...credentials, ...fields }))

  test.each([
    ['missing', {}],
    ['empty', { uuid: '', code: '' }],
    ['wrong', { uuid: 'no-such-captcha', code: 'wrong' }],
    ['without code', { uuid: 'no-such-captcha' }],
  ])('skips the captcha check: a captcha that is %s is accepted', async (_name, fields) => {
    expectSuccess(await tryDev(fields), { token: expect.any(String) })
  })

  test('skips nothing else: parameters and credentials are still checked', async () => {
    expectRefused(await call(`${dev.base}/login`, postJson({ username: 'admin' })), 400)
    expectRefused(await tryDev({ username: ['admin'] }), 400)
    expectRefused(await tryDev({ password: 'wrong' }), 400)
    expectRefused(await tryDev({ username: 'nobody' }), 400)
  })

  test('forces the token lifetime to roughly 100 years', async () => {
    const { body } = await tryDev({})
    const years = lifetimeOf(body.token) / YEAR_IN_SECONDS
    expect(years).toBeGreaterThan(99)
    expect(years).toBeLessThan(101)
    expect(Date.parse(String(body.expire)) / 1000).toBe(claimsOf(String(body.token)).exp)
  })

  test('keeps both checks in front of protected endpoints', async () => {
    expectRefused(await call(`${dev.base}/sys-user`), 401)
    expectSuccess(await call(`${dev.base}/sys-user`, bearer(await login(dev.base))))
  })

  test('still offers captchas, and app-config reports the mode dev', async () => {
    expect(await getCaptcha(dev.base)).toMatch(/\S/)
    const { body } = await call(`${dev.base}/app-config`)
    expect(body.data).toMatchObject({ mode: 'dev' })
  })

  test('adds a mode claim to its tokens, and prod refuses them even with the same secret', async () => {
    const token = String((await tryDev({})).body.token)
    expect(claimsOf(token)).toMatchObject({ mode: 'dev' })
    expectSuccess(await call(`${dev.base}/user/profile`, bearer(token)))
    expectRefused(await call(`${prod.base}/user/profile`, bearer(token)), 401)
  })

  test('prod accepts a token without the mode claim and refuses the same token with it', async () => {
    const claims = claimsOf(await login(prod.base))
    expect(claims).not.toHaveProperty('mode')
    expectSuccess(await call(`${prod.base}/user/profile`, bearer(forgeToken(claims))))
    for (const mode of ['dev', 'prod', '', null, 1, ['dev']]) {
      const marked = forgeToken({ ...claims, mode })
      expectRefused(await call(`${prod.base}/user/profile`, bearer(marked)), 401)
    }
  })

  test('the lifetime is forced regardless of jwt.timeout', async () => {
    const short = await startService({ settings: { application: { mode: 'dev' }, jwt: { timeout: 60 } } })
    const { body } = await call(`${short.base}/login`, postJson(credentials))
    expect(lifetimeOf(body.token) / YEAR_IN_SECONDS).toBeGreaterThan(99)
    await short.close()
  })
})

describe.each([
  ['test', { application: { mode: 'test' } }],
  ['not set', {}],
])('application.mode %s applies neither behaviour', (_name, settings) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ settings })
  })
  afterAll(() => service.close())

  test('the captcha is checked', async () => {
    expectRefused(await call(`${service.base}/login`, postJson(credentials)), 400)
    expectRefused(await tryLogin(service.base, { code: 'WRONG' }), 400)
    expectRefused(await tryLogin(service.base, { uuid: 'no-such-captcha' }), 400)
    expectSuccess(await tryLogin(service.base, { code: CAPTCHA_TEXT }))
  })

  test('a token is valid for one hour by default and has no mode claim', async () => {
    const token = await login(service.base)
    expect(lifetimeOf(token)).toBe(3600)
    expect(claimsOf(token)).not.toHaveProperty('mode')
  })
})

describe('the start', () => {
  test.each(['DEV', 'Dev', ' dev', 'dev '])(
    'in mode %j is refused: only the exact spelling is accepted',
    async (mode) => {
      expect(await startProblem({ application: { mode } })).toContain('application.mode')
    },
  )

  test.each([
    ['under 32 bytes', 'only thirty-one bytes of secret'],
    ['publicly known', 'go-admin'],
    ['publicly known, and long', 'your-256-bit-secret-your-256-bit-secret'],
  ])('in prod is refused for a secret that is %s', async (_name, secret) => {
    const problem = await startProblem({ jwt: { secret } })
    expect(problem).toContain('jwt.secret')
    expect(problem).not.toContain(secret)
  })

  test('in dev accepts a short secret, and warns about the mode and the secret', async () => {
    const log = createLogLines()
    const service = await startService({
      settings: { application: { mode: 'dev' }, jwt: { secret: 'short' } },
      replacements: { logger: log.logger },
    })
    expectSuccess(await call(`${service.base}/login`, postJson(credentials)))
    expect(log.text()).toMatch(/application\.mode is dev/)
    expect(log.text()).toMatch(/jwt\.secret/)
    await service.close()
  })

  test('in dev warns once, as a warning of the process, if the app has no log; in prod it does not', async () => {
    const warnings: string[] = []
    const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`)
    process.on('warning', note)
    try {
      for (const mode of ['dev', 'prod']) {
        const service = await startService({ settings: { application: { mode } } })
        await service.close()
      }
    } finally {
      process.off('warning', note)
    }
    expect(warnings.filter((text) => text.startsWith('CastellanWarning'))).toEqual([
      expect.stringMatching(/^CastellanWarning: application\.mode is dev: login does not require a captcha/),
    ])
  })

  test('in prod logs no warning', async () => {
    const log = createLogLines()
    const service = await startService({ replacements: { logger: log.logger } })
    expect(log.text()).not.toMatch(/"level":(40|50|60)/)
    await service.close()
  })
})
