import { afterAll, beforeEach, describe, expect, test } from 'vitest'
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
import { startService } from '../support/service.ts'

const service = await startService()
afterAll(service.close)
const admin = await loginOperator(service.base)
const otherRole = await addRole(admin, 'other')

// Each test has a user with two tokens, and a colleague in the same role with one token.
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

const isRevoked = async (operator: Operator): Promise<boolean> =>
  (await operator.get('/getinfo')).body.code === 401

/** Returns which of the three tokens are revoked on the next request. */
const revoked = async () => ({
  own: [await isRevoked(first), await isRevoked(second)],
  colleague: await isRevoked(colleague),
})

const NONE = { own: [false, false], colleague: false }
const OWN = { own: [true, true], colleague: false }
const ALL = { own: [true, true], colleague: true }

const changeUser = (change: Thing) => admin.put(`/sys-user/${userId}`, change)
const changeRole = (change: Thing) => admin.put(`/role/${roleId}`, change)

describe('a change of the user revokes every token of that user, and no other', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['disabled', () => dataOf(admin.put(`/sys-user/${userId}/status`, { status: '1' }))],
    ['disabled together with another change', () => dataOf(changeUser({ status: '1', remark: 'x' }))],
    ['deleted', () => dataOf(admin.remove(`/sys-user/${userId}`))],
    ['deleted in bulk', () => dataOf(admin.remove('/sys-user', { ids: [userId] }))],
    ['another role', () => dataOf(changeUser({ roleId: otherRole }))],
    ['another username', () => dataOf(changeUser({ username: `${name}-renamed` }))],
    ['the username in capitals', () => dataOf(changeUser({ username: name.toUpperCase() }))],
    ['a new password is required', () => dataOf(changeUser({ pwdChangeDue: true }))],
    [
      'a password set by an operator',
      () => dataOf(admin.put(`/sys-user/${userId}/password`, { password: passwordOf('new one') })),
    ],
    [
      'a password set by the user',
      () =>
        dataOf(
          first.put('/user/pwd/set', { oldPassword: passwordOf(name), newPassword: passwordOf('new one') }),
        ),
    ],
    ['all sessions ended', () => dataOf(admin.remove('/session', { userId }))],
  ])('%s', async (_, change) => {
    await change()
    expect(await revoked()).toEqual(OWN)
    expect(await listOf(admin, `/session?userId=${userId}`)).toEqual([])
  })

  test('after the user is enabled again, old tokens stay revoked and a new one is valid', async () => {
    await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '1' }))
    await dataOf(admin.put(`/sys-user/${userId}/status`, { status: '2' }))
    expect(await revoked()).toEqual(OWN)
    expectSuccess(await (await again()).get('/getinfo'))
  })

  test('after the old role is assigned again, old tokens stay revoked', async () => {
    await dataOf(changeUser({ roleId: otherRole }))
    await dataOf(changeUser({ roleId }))
    expect(await revoked()).toEqual(OWN)
  })
})

describe('a change of data that is not in a token revokes none', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'another nickname, email, phone and remark',
      () => dataOf(changeUser({ nickName: 'N', email: 'e', phone: '1', remark: 'r' })),
    ],
    [
      'the user sent back unchanged',
      async () => dataOf(changeUser(await dataOf(admin.get(`/sys-user/${userId}`)))),
    ],
    ['enabling an enabled user', () => dataOf(admin.put(`/sys-user/${userId}/status`, { status: '2' }))],
    ['another name of the role', () => dataOf(changeRole({ roleName: 'Another', remark: 'r' }))],
    [
      'the role sent back unchanged',
      async () => dataOf(changeRole(await dataOf(admin.get(`/role/${roleId}`)))),
    ],
    [
      'a change that is refused',
      async () => expectRefused(await changeUser({ roleId: 99_999, username: 'x' }), 409),
    ],
    [
      'a wrong old password',
      async () =>
        expectRefused(
          await first.put('/user/pwd/set', { oldPassword: 'x', newPassword: passwordOf('y') }),
          400,
        ),
    ],
  ])('%s', async (_, change) => {
    await change()
    expect(await revoked()).toEqual(NONE)
  })
})

describe('a change of the role revokes the tokens of all users who have it, and no others', () => {
  test.each<[string, Thing]>([
    ['another key', { roleKey: 'another-key' }],
    ['another data scope', { dataScope: '4' }],
    ['disabled', { status: '1' }],
  ])('%s', async (_, change) => {
    await dataOf(changeRole(change))
    expect(await revoked()).toEqual(ALL)
    expectSuccess(await admin.get('/getinfo'))
    expect(await listOf(admin, `/session?userId=${userId}`)).toEqual([])
  })

  test('nobody can log in with a disabled role; after it is enabled again, they can', async () => {
    await dataOf(changeRole({ status: '1' }))
    await expect(again()).rejects.toThrow('login was refused')
    await dataOf(changeRole({ status: '2' }))
    expectSuccess(await (await again()).get('/getinfo'))
    expect(await revoked()).toEqual(ALL)
  })
})

test('a change of the policy revokes no token, and takes effect on the next request', async () => {
  const rules = [{ roleKey: `role-${serial}`, method: 'GET', path: '/api/v1/sys-user' }]
  expectRefused(await first.get('/sys-user'), 401)
  await dataOf(admin.post('/policy', { rules }))
  expectSuccess(await first.get('/sys-user'))
  await dataOf(admin.remove('/policy', { rules }))
  expectRefused(await first.get('/sys-user'), 401)
  expectSuccess(await first.get('/role'))
  expect(await revoked()).toEqual(NONE)
})

test('logout and ending one session revoke only that token', async () => {
  expectSuccess(await first.post('/logout', {}))
  expect(await revoked()).toEqual({ own: [true, false], colleague: false })
  const [session] = await listOf(admin, `/session?userId=${userId}`)
  await dataOf(admin.remove(`/session/${session?.sessionId}`))
  expect(await revoked()).toEqual(OWN)
})

test('the refusal message states the reason for the revocation', async () => {
  const say = async (operator: Operator) => (await operator.get('/getinfo')).body.msg
  await dataOf(admin.put(`/sys-user/${userId}/password`, { password: passwordOf('new one') }))
  expect(await say(first)).toMatch(/password was changed/)
  await dataOf(changeRole({ status: '1' }))
  expect(await say(colleague)).toMatch(/session has ended/)
})
