import { afterAll, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/platform/cluster/short-lived/memory-store.ts'
import { enrolUser, sendCode, tryPassword } from '../support/authenticator.ts'
import { type Answer, call, getCaptcha, postJson, readLoginLog, tryLogin } from '../support/client.ts'
import { createClock } from '../support/clock.ts'
import { addRole, addUser, dataOf, loginOperator } from '../support/operator.ts'
import { CAPTCHA_TEXT } from '../support/service.ts'
import { startTarget } from './support/target.ts'

const clock = createClock()
const shortLivedStore = createMemoryStore({ maxEntries: 1000, now: clock.now })
/** All values that were put into the short-lived store. */
const stored: string[] = []

const target = await startTarget({
  settings: {
    login: { maxFailures: 4, maxFailuresPerNetwork: 1000 },
    cluster: { maxStalenessSeconds: 3600 },
  },
  replacements: {
    now: clock.now,
    shortLivedStore: {
      ...shortLivedStore,
      put(key, value, lifetimeSeconds) {
        stored.push(value)
        return shortLivedStore.put(key, value, lifetimeSeconds)
      },
    },
  },
})
afterAll(target.close)
const admin = await loginOperator(target.base)
const roleId = await addRole(admin, 'clerk')

const reasonOf = ({ headers }: Answer) => headers.get('x-castellan-reason')

test('guesses of a code are throttled over all tickets', async () => {
  await addUser(admin, 'guessed', roleId)
  const app = await enrolUser(target.base, 'guessed', clock)
  clock.advance(60_000)
  const reasons: unknown[] = []
  for (let i = 0; i < 4; i++) {
    const { body, headers } = await tryPassword(target.base, 'guessed')
    reasons.push(headers.get('x-castellan-reason'))
    if (typeof body.ticket === 'string')
      reasons.push(reasonOf(await sendCode(target.base, body.ticket, 'no')))
  }
  expect(reasons).toEqual([
    'second-factor-required',
    'second-factor-wrong',
    'second-factor-required',
    'second-factor-wrong',
    'rate-limited',
    'rate-limited',
  ])
  expect(reasonOf(await tryPassword(target.base, 'guessed', { secondFactorCode: app.code() }))).toBe(
    'rate-limited',
  )
  clock.advance(60_000)
  expect(
    (await tryPassword(target.base, 'guessed', { secondFactorCode: app.code() })).body.token,
  ).toBeDefined()
})

test('parallel guesses with one ticket are at most as many as sequential ones', async () => {
  await addUser(admin, 'parallel', roleId)
  const app = await enrolUser(target.base, 'parallel', clock)
  const { body } = await tryPassword(target.base, 'parallel')
  const valid = [-1, 0, 1].map((steps) => app.code(steps))
  const wrong = Array.from({ length: 20 + valid.length }, (_, i) => String(100_000 + i))
    .filter((code) => !valid.includes(code))
    .slice(0, 20)
  const answers = await Promise.all(wrong.map((code) => sendCode(target.base, body.ticket, code)))
  const checked = answers.filter((answer) => reasonOf(answer) === 'second-factor-wrong')
  expect(checked.length).toBeGreaterThanOrEqual(1)
  expect(checked.length).toBeLessThanOrEqual(5)
})

test('a ticket is stored without the password hash', async () => {
  await addUser(admin, 'stored', roleId)
  await enrolUser(target.base, 'stored', clock)
  stored.length = 0
  expect(reasonOf(await tryPassword(target.base, 'stored'))).toBe('second-factor-required')
  expect(stored.join()).toContain('"username":"stored"')
  expect(stored.join()).not.toMatch(/\$argon2|passwordHash/)
})

test('a ticket is void after a link of the user is removed', async () => {
  const id = await addUser(admin, 'unlinked', roleId)
  const app = await enrolUser(target.base, 'unlinked', clock)
  const account = { issuer: 'https://login.example.org', subject: 'unlinked' }
  const link = await dataOf(admin.post(`/sys-user/${id}/link`, account))
  const { body } = await tryPassword(target.base, 'unlinked')
  await dataOf(admin.remove(`/sys-user/${id}/link/${link.id}`))
  const answer = await sendCode(target.base, body.ticket, app.nextCode())
  expect(reasonOf(answer)).toBe('credentials-wrong')
  expect(answer.body.token).toBeUndefined()
})

test('a ticket gives nothing without a code: neither a token nor another method', async () => {
  await addUser(admin, 'downgraded', roleId)
  await enrolUser(target.base, 'downgraded', clock)
  const { body } = await tryPassword(target.base, 'downgraded')
  const { ticket } = body
  const uuid = await getCaptcha(target.base)
  const bodies = [
    { ticket },
    { ticket, secondFactorCode: '' },
    { ticket, secondFactorCode: null },
    { ticket, secondFactorCode: ['123456'] },
    { ticket, secondFactorCode: 123456 },
    { ticket, secondFactorCode: '1'.repeat(65) },
    { ticket, method: 'passkey', uuid: ticket, credential: {} },
    { ticket, method: 'code', username: 'downgraded', uuid: ticket, code: '123456' },
    {
      method: 'password',
      username: 'downgraded',
      password: String(ticket),
      uuid,
      code: CAPTCHA_TEXT,
      ticket,
    },
  ]
  for (const sent of bodies) {
    const answer = await call(`${target.base}/login`, postJson(sent))
    expect(answer.body.token, JSON.stringify(sent)).toBeUndefined()
    expect(answer.body.code).toBe(400)
  }
})

test('a ticket is not a captcha, and a captcha is not a ticket', async () => {
  await addUser(admin, 'mixed', roleId)
  const app = await enrolUser(target.base, 'mixed', clock)
  const { body } = await tryPassword(target.base, 'mixed')
  expect(reasonOf(await tryLogin(target.base, { uuid: body.ticket }))).toBe('captcha-wrong')
  const uuid = await getCaptcha(target.base)
  expect(reasonOf(await sendCode(target.base, uuid, app.nextCode()))).toBe('second-factor-expired')
})

test("a code or recovery code of one user does not finish another user's login", async () => {
  await addUser(admin, 'victim', roleId)
  await addUser(admin, 'attacker', roleId)
  await enrolUser(target.base, 'victim', clock)
  const own = await enrolUser(target.base, 'attacker', clock)
  const { body } = await tryPassword(target.base, 'victim')
  expect(reasonOf(await sendCode(target.base, body.ticket, own.nextCode()))).toBe('second-factor-wrong')
  const recovery = own.recoveryCodes[0] ?? ''
  expect(reasonOf(await sendCode(target.base, body.ticket, recovery))).toBe('second-factor-wrong')
})

test('the login log contains neither tickets nor codes', async () => {
  await addUser(admin, 'logged', roleId)
  const app = await enrolUser(target.base, 'logged', clock)
  const { body } = await tryPassword(target.base, 'logged')
  const code = app.nextCode()
  await sendCode(target.base, body.ticket, code)
  const recovery = app.recoveryCodes[0] ?? ''
  await tryPassword(target.base, 'logged', { secondFactorCode: recovery })
  const { token } = await loginOperator(target.base)
  const log = JSON.stringify(await readLoginLog(target.base, token))
  for (const secret of [body.ticket, app.secret, recovery]) expect(log).not.toContain(secret)
  // Six digits may be a part of another text by chance.
  expect(log).not.toMatch(new RegExp(`\\b${code}\\b`))
})
