// docs/specification.md, 8.1, 8.2, 8.3, 8.4, 10a

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, call, getCaptcha, login, postJson, readLoginLog } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { ADMIN_PASSWORD, CAPTCHA_TEXT, startService } from '../support/service.ts'

const CAPTCHA_LIFETIME_MILLISECONDS = 120 * 1000
const clock = createClock()
let captchaText = CAPTCHA_TEXT
/** Counts the password checks. Each one costs a hash. */
let passwordChecks = 0

const service = await startService({
  replacements: {
    now: clock.now,
    captchaText: () => captchaText,
    credentialVerifier: {
      async verify({ username, password }, accounts) {
        passwordChecks++
        return password === ADMIN_PASSWORD ? accounts.find(username) : undefined
      },
    },
  },
})
afterAll(service.close)

beforeEach(() => {
  passwordChecks = 0
  captchaText = CAPTCHA_TEXT
})

function attempt(uuid: string, changed: Record<string, unknown> = {}): Promise<Answer> {
  const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: CAPTCHA_TEXT, ...changed }
  return call(`${service.base}/login`, postJson(body))
}

describe('8.1. bind and validate the parameters', () => {
  test.each([
    ['malformed JSON', (uuid: string) => `{"username":"admin","uuid":"${uuid}"`],
    ['a missing password', (uuid: string) => ({ username: 'admin', uuid, code: CAPTCHA_TEXT })],
    ['a username of the wrong type', (uuid: string) => ({ username: 1, password: 'x', uuid, code: 'x' })],
    ['a missing code', (uuid: string) => ({ username: 'admin', password: 'x', uuid })],
  ])('%s is refused before the captcha is looked at, which stays good', async (_name, bodyWith) => {
    const uuid = await getCaptcha(service.base)
    expectRefused(await call(`${service.base}/login`, postJson(bodyWith(uuid))), 400)
    expect(passwordChecks).toBe(0)
    expectSuccess(await attempt(uuid))
  })

  test('a body of another media type does not consume the captcha either', async () => {
    const uuid = await getCaptcha(service.base)
    const body = { username: 'admin', password: ADMIN_PASSWORD, uuid, code: 'wrong' }
    const answer = await call(`${service.base}/login`, postJson(body, { 'content-type': 'text/plain' }))
    expectRefused(answer, 415, 415)
    expectSuccess(await attempt(uuid))
  })
})

describe('8.2. verify the captcha', () => {
  test('wrong captcha: refused, logged, no password checked, and the captcha is consumed', async () => {
    const admin = await login(service.base)
    const before = await readLoginLog(service.base, admin)
    passwordChecks = 0
    const uuid = await getCaptcha(service.base)

    const wrong = await attempt(uuid, { code: 'WRONG' })
    expectRefused(wrong, 400)
    expect((await readLoginLog(service.base, admin)).length).toBe(before.length + 1)

    const again = await attempt(uuid)
    expect(again.text).toBe(wrong.text)
    expect(passwordChecks).toBe(0)
  })

  test('the captcha is checked before the password: if both are wrong, the reason is the captcha', async () => {
    const wrongCaptcha = await attempt(await getCaptcha(service.base), { code: 'WRONG' })
    const bothWrong = await attempt(await getCaptcha(service.base), { code: 'WRONG', password: 'wrong' })
    const wrongPassword = await attempt(await getCaptcha(service.base), { password: 'wrong' })
    expect(bothWrong.text).toBe(wrongCaptcha.text)
    expect(wrongPassword.text).not.toBe(wrongCaptcha.text)
    expect(passwordChecks).toBe(1)
  })

  test('right captcha and wrong password: the captcha is consumed and cannot be used again with the right password', async () => {
    const uuid = await getCaptcha(service.base)
    expectRefused(await attempt(uuid, { password: 'wrong' }), 400)
    expectRefused(await attempt(uuid), 400)
    expect(passwordChecks).toBe(1)
    expectSuccess(await attempt(await getCaptcha(service.base)))
  })

  test('a captcha can be used for one login only', async () => {
    const uuid = await getCaptcha(service.base)
    expectSuccess(await attempt(uuid))
    expectRefused(await attempt(uuid), 400)
    expect(passwordChecks).toBe(1)
  })

  test('a captcha that is sent many times concurrently allows one password check', async () => {
    const uuid = await getCaptcha(service.base)
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(uuid)))
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
    expect(passwordChecks).toBe(1)
  })

  const emptyCodes: [string, unknown][] = [
    ["''", ''],
    ['null', null],
    ['[]', []],
    ['missing', undefined],
    ["' '", ' '],
    ['the right text in an array', [CAPTCHA_TEXT]],
    ['the right text with a trailing space', `${CAPTCHA_TEXT} `],
  ]
  test.each(emptyCodes)(
    'the code %s is refused, for a known and for an unknown uuid',
    async (_name, code) => {
      expectRefused(await attempt(await getCaptcha(service.base), { code }), 400)
      expectRefused(await attempt('no-such-captcha', { code }), 400)
      expect(passwordChecks).toBe(0)
    },
  )

  test.each(['no-such-captcha', '__proto__', 'constructor', 'toString', ' ', '0', 'undefined', 'null'])(
    'the uuid %j was never issued: refused',
    async (uuid) => {
      for (const code of [CAPTCHA_TEXT, 'undefined', 'null', ' '])
        expectRefused(await attempt(uuid, { code }), 400)
      expect(passwordChecks).toBe(0)
    },
  )

  test('the code is case-insensitive', async () => {
    expectSuccess(await attempt(await getCaptcha(service.base), { code: CAPTCHA_TEXT.toLowerCase() }))
    expectSuccess(await attempt(await getCaptcha(service.base), { code: 'aCe39' }))
  })

  test('the uuid is case-sensitive', async () => {
    const uuid = await getCaptcha(service.base)
    const swapped = uuid.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    expectRefused(await attempt(swapped), 400)
    expectSuccess(await attempt(uuid))
  })

  test('the text of one captcha is not accepted for another uuid, and that other captcha stays valid', async () => {
    captchaText = 'HHHHH'
    const one = await getCaptcha(service.base)
    captchaText = 'TTTTT'
    const other = await getCaptcha(service.base)
    expectRefused(await attempt(one, { code: 'TTTTT' }), 400)
    expectRefused(await attempt(one, { code: 'HHHHH' }), 400)
    expect(passwordChecks).toBe(0)
    expectSuccess(await attempt(other, { code: 'TTTTT' }))
  })

  test('a captcha expires after two minutes', async () => {
    const inTime = await getCaptcha(service.base)
    const late = await getCaptcha(service.base)
    clock.advance(CAPTCHA_LIFETIME_MILLISECONDS - 1)
    expectSuccess(await attempt(inTime))
    clock.advance(1)
    expectRefused(await attempt(late), 400)
    expect(passwordChecks).toBe(1)
  })
})

describe('8.3. check username and password, 8.4. issue a token', () => {
  test('wrong password: refused without a token after one password check', async () => {
    const answer = await attempt(await getCaptcha(service.base), { password: 'wrong' })
    expectRefused(answer, 400)
    expect(passwordChecks).toBe(1)
  })

  test('valid captcha and credentials: returns a token and its expiry', async () => {
    const answer = await attempt(await getCaptcha(service.base))
    expectSuccess(answer, { token: expect.any(String), expire: expect.any(String) })
    expect(passwordChecks).toBe(1)
  })
})
