import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
  type Thing,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
let admin: Operator
let otherRole: number

beforeAll(async () => {
  service = await startService()
  admin = await loginOperator(service.base)
  otherRole = await addRole(admin, 'other')
})
afterAll(() => service.close())

// For each test: a user with two tokens, and a colleague of the same role with one.
let serial = 0
let name: string
let roleId: number
let userId: number
let first: Operator
let second: Operator
let colleague: Operator

beforeEach(async () => {
  serial++
  name = `user-${serial}`
  roleId = await addRole(admin, `role-${serial}`, [{ method: 'GET', path: '/api/v1/role' }], {
    dataScope: '5',
  })
  userId = await addUser(admin, name, roleId)
  await addUser(admin, `colleague-${serial}`, roleId)
  first = await again()
  second = await again()
  colleague = await again(`colleague-${serial}`)
})

const again = (username = name, password = passwordOf(username)) =>
  loginOperator(service.base, { username, password })

const isDead = async (operator: Operator): Promise<boolean> =>
  (await operator.get('/getinfo')).body.code === 401

/** Which of the three tokens are dead, on the very next request. */
const dead = async () => ({
  own: [await isDead(first), await isDead(second)],
  colleague: await isDead(colleague),
})

const NONE = { own: [false, false], colleague: false }
const OWN = { own: [true, true], colleague: false }
const ALL = { own: [true, true], colleague: true }

const changeUser = (change: Thing) => admin.put(`/sys-user/${userId}`, change)
const changeRole = (change: Thing) => admin.put(`/role/${roleId}`, change)

describe('a change of the user ends every token of that user, and no other', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['disabled', () => dataOf(admin.put(`/sys-user/${userId}/status`, { status: '1' }))],
    ['disabled along with something else', () => dataOf(changeUser({ status: '1', remark: 'x' }))],
    ['deleted', () => dataOf(admin.remove(`/sys-user/${userId}`))],
    ['deleted among many', () => dataOf(admin.remove('/sys-user', { ids: [userId] }))],
    ['another role', () => dataOf(changeUser({ roleId: otherRole }))],
    ['another name', () => dataOf(changeUser({ username: `${name}-renamed` }))],
    ['the name in capitals', () => dataOf(changeUser({ username: name.toUpperCase() }))],
    ['a new password is demanded', () => dataOf(changeUser({ pwdChangeDue: true }))],
    [
      'a password by an operator',
      () => dataOf(admin.put(`/sys-user/${userId}/password`, { password: passwordOf('new one') })),
    ],
    [
      'a password of their own',
      () =>
        dataOf(
          first.put('/user/pwd/set', { oldPassword: passwordOf(name), newPassword: passwordOf('new one') }),
        ),
    ],
    ['all sessions ended', () => dataOf(admin.remove('/session', { userId }))],
  ])('%s', async (_, change) => {
    await change()
    expect(await dead()).toEqual(OWN)
    expect(await listOf(admin, `/session?userId=${userId}`)).toEqual([])
  })

  test('enabled again, the old ones stay dead and a new one lives', async () => {
    await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '1' }))
    await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '2' }))
    expect(await dead()).toEqual(OWN)
    expectSuccess(await (await again()).get('/getinfo'))
  })

  test('given the old role back, the old ones stay dead', async () => {
    await dataOf(changeUser({ roleId: otherRole }))
    await dataOf(changeUser({ roleId }))
    expect(await dead()).toEqual(OWN)
  })
})

describe('what no token says ends none', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'another nick name, email, phone and remark',
      () => dataOf(changeUser({ nickName: 'N', email: 'e', phone: '1', remark: 'r' })),
    ],
    [
      'the user as it is, sent back',
      async () => dataOf(changeUser(await dataOf(admin.get(`/sys-user/${userId}`)))),
    ],
    ['enabled, which they were', () => dataOf(admin.put(`/sys-user/${userId}/status`, { status: '2' }))],
    ['another name of the role', () => dataOf(changeRole({ roleName: 'Another', remark: 'r' }))],
    [
      'the role as it is, sent back',
      async () => dataOf(changeRole(await dataOf(admin.get(`/role/${roleId}`)))),
    ],
    [
      'a change that is refused',
      async () => expectRefused(await changeUser({ roleId: 99_999, username: 'x' }), 409),
    ],
    [
      'the old password wrong',
      async () =>
        expectRefused(
          await first.put('/user/pwd/set', { oldPassword: 'x', newPassword: passwordOf('y') }),
          400,
        ),
    ],
  ])('%s', async (_, change) => {
    await change()
    expect(await dead()).toEqual(NONE)
  })
})

describe('a change of the role ends the tokens of all who have it, and no others', () => {
  test.each<[string, Thing]>([
    ['another key', { roleKey: 'another-key' }],
    ['another data scope', { dataScope: '4' }],
    ['disabled', { status: '1' }],
  ])('%s', async (_, change) => {
    await dataOf(changeRole(change))
    expect(await dead()).toEqual(ALL)
    expectSuccess(await admin.get('/getinfo'))
    expect(await listOf(admin, `/session?userId=${userId}`)).toEqual([])
  })

  test('while it is disabled nobody with it gets in; enabled again, they do', async () => {
    await dataOf(changeRole({ status: '1' }))
    await expect(again()).rejects.toThrow('login was refused')
    await dataOf(changeRole({ status: '2' }))
    expectSuccess(await (await again()).get('/getinfo'))
    expect(await dead()).toEqual(ALL)
  })
})

test('a change of the policy ends no token, and is in force on the next request', async () => {
  const rules = [{ roleKey: `role-${serial}`, method: 'GET', path: '/api/v1/sys-user' }]
  expectRefused(await first.get('/sys-user'), 401)
  await dataOf(admin.post('/policy', { rules }))
  expectSuccess(await first.get('/sys-user'))
  await dataOf(admin.remove('/policy', { rules }))
  expectRefused(await first.get('/sys-user'), 401)
  expectSuccess(await first.get('/role'))
  expect(await dead()).toEqual(NONE)
})

test('logout and one ended session end that token alone', async () => {
  expectSuccess(await first.post('/logout', {}))
  expect(await dead()).toEqual({ own: [true, false], colleague: false })
  const [session] = await listOf(admin, `/session?userId=${userId}`)
  await dataOf(admin.remove(`/session/${session?.sessionId}`))
  expect(await dead()).toEqual(OWN)
})

test('the user is told why, as far as it helps', async () => {
  const say = async (operator: Operator) => (await operator.get('/getinfo')).body.msg
  await dataOf(admin.put(`/sys-user/${userId}/password`, { password: passwordOf('new one') }))
  expect(await say(first)).toMatch(/password was changed/)
  await dataOf(changeRole({ status: '1' }))
  expect(await say(colleague)).toMatch(/login has ended/)
})
