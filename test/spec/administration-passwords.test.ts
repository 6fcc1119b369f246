import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryLogin } from '../support/client.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
  refusalOf,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
let admin: Operator
let roleId: number
let id: number

beforeAll(async () => {
  service = await startService()
  admin = await loginOperator(service.base)
  roleId = await addRole(admin, 'clerk')
  id = await addUser(admin, 'magdalena', roleId, {
    nickName: 'Dr. Sommerfeld',
    email: 'sunflower@example.org',
  })
})
afterAll(() => service.close())

const setPassword = (password: unknown) => admin.put(`/sys-user/${id}/password`, { password })
const tryPassword = (password: string) => tryLogin(service.base, { username: 'magdalena', password })

describe('a password that is among the first to be tried is refused, wherever it is set', () => {
  test.each([
    ['14 characters', 'pony clip velv', /at least 15/],
    ['14 characters of two code units', '🐢🦊🌵🍕🚲🎺🧊🪁🔭🧵🥝🐙🌋🛶', /at least 15/],
    ['a common one, made longer', 'password12345678!', /common/],
    ['one that repeats', 'abcabcabcabcabcabc', /repeats/],
    ['the keyboard', 'qwertyuiopasdfgh', /keyboard/],
    ['the own name, which is a common password too', 'Magdalena2026!!!!', /common|name/],
    ['the name of the service', 'castellan-castellan', /name/],
    ['257 characters', 'pony clip '.repeat(26).slice(0, 257), /256/],
    ['half of a pair', 'pony clip velvet \uD800', /well-formed/],
  ])('%s', async (_, password, problem) => {
    const created = { username: 'magdalena', password, roleId }
    for (const answer of [await setPassword(password), await admin.post('/sys-user', created)]) {
      const [code, msg] = refusalOf(answer)
      expect(code).toBe(400)
      expect(msg).toMatch(problem)
      expect(msg).not.toContain(password)
    }
  })

  test.each(['Dr. Sommerfeld 123', 'sunflower@example.org', 'Magdalena + Sommerfeld'])(
    'what everybody knows of the user: %s',
    async (password) => {
      expect(refusalOf(await setPassword(password))).toEqual([
        400,
        expect.stringContaining('name of the user'),
      ])
    },
  )

  test.each([5, null, ['pony clip velvet moon'], { $ne: 1 }, ''])('what is none: %j', async (password) => {
    expectRefused(await setPassword(password), 400)
  })
})

describe('a password counts to its last character, and nothing of it is changed', () => {
  /** No part of it repeats. */
  const long = Array.from({ length: 65 }, (_, i) => `${(i * 7919) % 1000}`.padStart(3, 'x'))
    .join('-')
    .slice(0, 256)

  test.each([
    ['15 characters', 'pony clip velve', 'pony clip velv'],
    ['65 characters', long.slice(0, 65), long.slice(0, 64)],
    ['80 bytes, which is more than bcrypt takes', long.slice(0, 80), long.slice(0, 79)],
    ['256 characters', long, long.slice(0, 255)],
    ['256 characters of four bytes', '🐢🦊🌵🍕'.repeat(64).replace(/^./u, 'a'), '🐢🦊🌵🍕'.repeat(64)],
    ['spaces at both ends', ' spaces at both ends ', 'spaces at both ends'],
    ['letter case', 'Pony Clip Velvet', 'pony clip velvet'],
    ['composed', 'vögel über straßen', 'vögel über straßen'.normalize('NFD')],
    ['behind NUL', 'pony clip velvet\0moon', 'pony clip velvet\0star'],
  ])('%s', async (_, password, other) => {
    expectSuccess(await setPassword(password))
    expectSuccess(await tryPassword(password))
    expectRefused(await tryPassword(other), 400)
  })
})

describe('the own password', () => {
  const change = (token: string, body: unknown) =>
    operatorWith(service.base, token).put('/user/pwd/set', body)
  const oldPassword = passwordOf('owner')
  const newPassword = 'quiet river under nine bridges'
  let owner: Operator

  beforeAll(async () => {
    await addUser(admin, 'owner', roleId)
    owner = await loginOperator(service.base, { username: 'owner', password: oldPassword })
  })

  test.each([
    ['the old one wrong', { oldPassword: 'not this one at all', newPassword }, /old password is wrong/],
    ['the old one missing', { newPassword }, /"oldPassword" is missing/],
    ['the old one empty', { oldPassword: '', newPassword }, /"oldPassword"/],
    ['the new one missing', { oldPassword }, /"newPassword" is missing/],
    ['the same one again', { oldPassword, newPassword: oldPassword }, /is the old one/],
    ['a short one', { oldPassword, newPassword: 'short' }, /at least 15/],
    ['the own name', { oldPassword, newPassword: 'owner owner owner' }, /name of the user/],
  ])('%s: refused, and all stays as it is', async (_, body, problem) => {
    const [code, msg] = refusalOf(await change(owner.token, body))
    expect(code).toBe(400)
    expect(msg).toMatch(problem)
    expectSuccess(await owner.get('/getinfo'))
  })

  test('whatever user the request names, it is the own one', async () => {
    const body = { oldPassword: 'x', newPassword, userId: 1, id: 1, username: 'admin' }
    expectRefused(await change(owner.token, body), 400)
    expectSuccess(await change(owner.token, { ...body, oldPassword }))
    expectRefused(await tryLogin(service.base, { username: 'owner', password: oldPassword }), 400)
    expectSuccess(await tryLogin(service.base, { username: 'owner', password: newPassword }))
    expectSuccess(await tryLogin(service.base))
  })

  test('an operator cannot go without the old one: that would make a stolen session a stolen account', async () => {
    const answer = await admin.put('/sys-user/1/password', { password: newPassword })
    expect(refusalOf(answer)).toEqual([409, expect.stringContaining('/api/v1/user/pwd/set')])
    expectSuccess(await tryLogin(service.base))
  })

  test('is nobody’s without a token', async () => {
    expectRefused(await change('', { oldPassword, newPassword }), 401)
  })
})
