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
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const roleId = await addRole(admin, 'clerk')
const id = await addUser(admin, 'magdalena', roleId, {
  nickName: 'Dr. Sommerfeld',
  email: 'sunflower@example.org',
})

const setPassword = (password: unknown) => admin.put(`/sys-user/${id}/password`, { password })
const tryPassword = (password: string) => tryLogin(service.base, { username: 'magdalena', password })

describe('a password that is easy to guess is refused by every endpoint that sets one', () => {
  test.each([
    ['14 characters', 'pony clip velv', /at least 15/],
    ['14 characters of two code units', '🐢🦊🌵🍕🚲🎺🧊🪁🔭🧵🥝🐙🌋🛶', /at least 15/],
    ['a common password with a suffix', 'password12345678!', /common/],
    ['a repeated sequence', 'abcabcabcabcabcabc', /repeats/],
    ['a keyboard sequence', 'qwertyuiopasdfgh', /sequence/],
    ['the username, which is also a common password', 'Magdalena2026!!!!', /common|name/],
    ['the name of the service', 'castellan-castellan', /name/],
    ['257 characters', 'pony clip '.repeat(26).slice(0, 257), /256/],
    ['a lone surrogate', 'pony clip velvet \uD800', /invalid Unicode/],
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
    'a password that contains personal data of the user: %s',
    async (password) => {
      expect(refusalOf(await setPassword(password))).toEqual([
        400,
        expect.stringContaining('name of the user'),
      ])
    },
  )

  test.each([5, null, ['pony clip velvet moon'], { $ne: 1 }, ''])(
    'a value that is not a password: %j',
    async (password) => {
      expectRefused(await setPassword(password), 400)
    },
  )
})

describe('every character of a password counts, and none is changed', () => {
  /** Contains no repeated part. */
  const long = Array.from({ length: 65 }, (_, i) => `${(i * 7919) % 1000}`.padStart(3, 'x'))
    .join('-')
    .slice(0, 256)

  test.each([
    ['15 characters', 'pony clip velve', 'pony clip velv'],
    ['65 characters', long.slice(0, 65), long.slice(0, 64)],
    ['80 bytes, more than bcrypt reads', long.slice(0, 80), long.slice(0, 79)],
    ['256 characters', long, long.slice(0, 255)],
    ['256 characters of four bytes', '🐢🦊🌵🍕'.repeat(64).replace(/^./u, 'a'), '🐢🦊🌵🍕'.repeat(64)],
    ['spaces at both ends', ' spaces at both ends ', 'spaces at both ends'],
    ['letter case', 'Pony Clip Velvet', 'pony clip velvet'],
    ['a composed Unicode form', 'vögel über straßen', 'vögel über straßen'.normalize('NFD')],
    ['characters after NUL', 'pony clip velvet\0moon', 'pony clip velvet\0star'],
  ])('%s', async (_, password, other) => {
    expectSuccess(await setPassword(password))
    expectSuccess(await tryPassword(password))
    expectRefused(await tryPassword(other), 400)
  })
})

describe('changing one’s own password', () => {
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
    ['a wrong old password', { oldPassword: 'not this one at all', newPassword }, /old password is wrong/],
    ['a missing old password', { newPassword }, /oldPassword is missing/],
    ['an empty old password', { oldPassword: '', newPassword }, /oldPassword must have/],
    ['a missing new password', { oldPassword }, /newPassword is missing/],
    ['the same password again', { oldPassword, newPassword: oldPassword }, /must differ from the old one/],
    ['a short new password', { oldPassword, newPassword: 'short' }, /at least 15/],
    ['the username as password', { oldPassword, newPassword: 'owner owner owner' }, /name of the user/],
  ])('%s: refused, and nothing changes', async (_, body, problem) => {
    const [code, msg] = refusalOf(await change(owner.token, body))
    expect(code).toBe(400)
    expect(msg).toMatch(problem)
    expectSuccess(await owner.get('/getinfo'))
  })

  test('changes the caller’s password even if the request names another user', async () => {
    const body = { oldPassword: 'x', newPassword, userId: 1, id: 1, username: 'admin' }
    expectRefused(await change(owner.token, body), 400)
    expectSuccess(await change(owner.token, { ...body, oldPassword }))
    expectRefused(await tryLogin(service.base, { username: 'owner', password: oldPassword }), 400)
    expectSuccess(await tryLogin(service.base, { username: 'owner', password: newPassword }))
    expectSuccess(await tryLogin(service.base))
  })

  test('an operator must give the old password too, so that a stolen session cannot take over the account', async () => {
    const answer = await admin.put('/sys-user/1/password', { password: newPassword })
    expect(refusalOf(answer)).toEqual([409, expect.stringContaining('/api/v1/user/pwd/set')])
    expectSuccess(await tryLogin(service.base))
  })

  test('needs a token', async () => {
    expectRefused(await change('', { oldPassword, newPassword }), 401)
  })
})
