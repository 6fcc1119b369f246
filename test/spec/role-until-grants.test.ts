// docs/specification.md, 12c

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, call, postJson } from '../support/client.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  operatorWith,
  passwordOf,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR_MS = 60 * 60 * 1000
const ADMIN = 1
const VIEW = { method: 'GET', path: '/api/v1/orders' }
const PAY = { method: 'POST', path: '/api/v1/payments' }
const USERS = [
  '/api/v1/sys-user',
  '/api/v1/sys-user/*',
  '/api/v1/service-account',
  '/api/v1/service-account/*',
].map((path) => ({ method: '*', path }))

let service: TestService
let admin: Operator
let viewer: number
let payer: number
let mira: number
let ends: string

beforeEach(async () => {
  service = await startService({ settings: { login: { methods: ['password', 'service'] } } })
  admin = await loginOperator(service.base)
  viewer = await addRole(admin, 'viewer', [VIEW])
  payer = await addRole(admin, 'payer', [VIEW, PAY])
  mira = await addUser(admin, 'mira', viewer)
  ends = hoursFromNow(8)
})

afterEach(() => service.close())

function hoursFromNow(hours: number): string {
  return new Date(Math.floor((Date.now() + hours * HOUR_MS) / 1000) * 1000).toISOString()
}

/** Gives the user mira a role for 8 hours, and logs her in. */
async function withRole(roleId: number): Promise<Operator> {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId, roleUntil: ends }))
  return loginOperator(service.base, { username: 'mira', password: passwordOf('mira') })
}

const reasonOf = ({ headers }: Answer) => headers.get('x-castellan-reason')

describe('an admin until a time', () => {
  test('cannot make what lasts: users, roles, rules, passwords, links, departments', async () => {
    const nora = await addUser(admin, 'nora', payer)
    const { deptId } = await dataOf(admin.post('/dept', { deptName: 'north' }))
    const own = await withRole(ADMIN)
    const before = (await listOf(admin, '/audit-log')).length
    const user = { username: 'eve', password: passwordOf('eve') }
    const refused = [
      await own.post('/sys-user', { ...user, roleId: ADMIN }),
      // The role without an end may not create users at all.
      await own.post('/sys-user', { ...user, roleId: viewer }),
      await own.put(`/sys-user/${nora}`, { roleId: ADMIN }),
      await own.put(`/sys-user/${nora}`, { email: 'eve@example.com' }),
      await own.put('/sys-user/role', { ids: [nora], roleId: ADMIN }),
      await own.put(`/sys-user/${nora}/password`, { password: passwordOf('stolen') }),
      await own.post(`/sys-user/${nora}/link`, { issuer: 'ldap', subject: 'eve' }),
      await own.remove(`/sys-user/${nora}`),
      await own.post('/role', { roleKey: 'lasting', roleName: 'lasting', dataScope: '1' }),
      await own.put(`/role/${payer}`, { dataScope: '5' }),
      await own.remove(`/role/${payer}`),
      await own.post('/policy', { rules: [{ roleKey: 'payer', method: '*', path: '/*' }] }),
      await own.post('/policy/change', {
        add: [{ roleKey: 'payer', method: '*', path: '/*' }],
        remove: [{ roleKey: 'payer', ...PAY }],
      }),
      await own.post('/dept', { deptName: 'south' }),
      await own.put(`/dept/${deptId}`, { status: '1' }),
      await own.remove(`/dept/${deptId}`),
      await own.post('/service-account', { username: 'robot', roleId: payer }),
    ]
    expect(refused.map(reasonOf)).toEqual(refused.map(() => 'own-role-ends'))
    expect(refused[0]?.body.msg).toContain(ends)
    expect(await listOf(admin, '/audit-log')).toHaveLength(before)
  })

  test('gives a role until the end of the own one at the latest', async () => {
    const nora = await addUser(admin, 'nora', viewer)
    const own = await withRole(ADMIN)
    const give = (roleUntil: string) => own.put(`/sys-user/${nora}`, { roleId: payer, roleUntil })
    const refused = await give(hoursFromNow(9))
    expect(reasonOf(refused)).toBe('own-role-ends')
    expect(refused.body.msg).toContain(ends)
    expect(await dataOf(give(ends))).toMatchObject({ roleId: payer, roleUntil: ends })
    // Nothing else goes with it.
    const renamed = await own.put(`/sys-user/${nora}`, { roleId: ADMIN, roleUntil: ends, username: 'eve' })
    expect(reasonOf(renamed)).toBe('own-role-ends')
  })

  test('makes a service account that expires with the own role at the latest', async () => {
    const own = await withRole(ADMIN)
    const add = (username: string, expiresAt: string) =>
      own.post('/service-account', { username, roleId: payer, expiresAt })
    expect(reasonOf(await add('late', hoursFromNow(9)))).toBe('own-role-ends')
    const { userId } = await dataOf(add('robot', ends))
    await dataOf(own.post(`/service-account/${userId}/secret`, {}))
    for (const expiresAt of [null, hoursFromNow(9)]) {
      expect(reasonOf(await own.put(`/service-account/${userId}`, { expiresAt }))).toBe('own-role-ends')
    }
    const lasting = await dataOf(admin.post('/service-account', { username: 'lasting', roleId: payer }))
    expect(reasonOf(await own.post(`/service-account/${lasting.userId}/secret`, {}))).toBe('own-role-ends')
  })

  test('gets nothing without an end through a service account of their own, nor through one of somebody else', async () => {
    const manager = await addRole(admin, 'manager', [VIEW, PAY, ...USERS], { dataScope: '1' })
    const own = await withRole(manager)
    const add = async (by: Operator, username: string) => {
      const { userId } = await dataOf(
        by.post('/service-account', { username, roleId: manager, expiresAt: ends }),
      )
      return Number(userId)
    }
    const logIn = async (username: string, secret: unknown) =>
      operatorWith(
        service.base,
        String(
          (await call(`${service.base}/login`, postJson({ method: 'service', username, secret }))).body.token,
        ),
      )
    const robotId = await add(own, 'robot')
    const { secret } = await dataOf(own.post(`/service-account/${robotId}/secret`, {}))
    const robot = await logIn('robot', secret)
    const before = (await listOf(admin, '/audit-log')).length
    const user = { username: 'eve', password: passwordOf('eve'), roleId: viewer }
    const refused = [
      await robot.post('/sys-user', user),
      await robot.put(`/sys-user/${mira}`, { roleUntil: null }),
      await robot.put(`/sys-user/${mira}`, { roleUntil: hoursFromNow(9) }),
      await robot.put(`/sys-user/${mira}`, { dataScope: '1' }),
      await robot.put(`/sys-user/${mira}/password`, { password: passwordOf('stolen') }),
    ]
    expect(refused.map(reasonOf)).toEqual(refused.map(() => 'own-role-ends'))
    expect(await listOf(admin, '/audit-log')).toHaveLength(before)
    const nora = await addUser(admin, 'nora', viewer)
    await dataOf(robot.put(`/sys-user/${nora}`, { roleId: payer, roleUntil: ends }))

    // Its owner answers for what it grants, and has not asked for a secret that somebody else knows.
    const foreign = await add(admin, 'foreign')
    expect(reasonOf(await own.post(`/service-account/${foreign}/secret`, {}))).toBe('own-role-ends')
    const lasting = await dataOf(admin.post(`/service-account/${foreign}/secret`, {}))
    const provisioning = await logIn('foreign', lasting.secret)
    await dataOf(provisioning.post('/sys-user', user))
  })

  test('ends and disables what is dangerous at once', async () => {
    const nora = await addUser(admin, 'nora', payer)
    const olga = await addUser(admin, 'olga', viewer)
    await dataOf(admin.put(`/sys-user/${olga}`, { roleId: payer, roleUntil: hoursFromNow(48) }))
    const { userId } = await dataOf(admin.post('/service-account', { username: 'robot', roleId: payer }))
    const secret = await dataOf(admin.post(`/service-account/${userId}/secret`, {}))
    const own = await withRole(ADMIN)
    await dataOf(own.remove('/session', { userIds: [nora] }))
    await dataOf(own.put(`/sys-user/${nora}`, { status: '1' }))
    await dataOf(own.put('/sys-user/status', { ids: [userId], status: '1' }))
    await dataOf(own.remove(`/service-account/${userId}/secret/${secret.id}`))
    await dataOf(own.put(`/sys-user/${olga}`, { roleId: viewer, roleUntil: null }))
    await dataOf(own.remove('/policy', { rules: [{ roleKey: 'payer', ...PAY }] }))
    await dataOf(own.put(`/role/${payer}`, { status: '1' }))
    // What was disabled is enabled again by somebody whose role has no end.
    expect(reasonOf(await own.put(`/sys-user/${nora}`, { status: '2' }))).toBe('own-role-ends')
  })
})

test('with both roles, an operator makes what each of them may make', async () => {
  const clerk = await addRole(admin, 'clerk', [VIEW, ...USERS])
  const chief = await addRole(admin, 'chief', [VIEW, PAY, ...USERS])
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: clerk }))
  const own = await withRole(chief)
  await dataOf(own.post('/sys-user', { username: 'nora', password: passwordOf('nora'), roleId: viewer }))
  const strong = { username: 'eve', password: passwordOf('eve'), roleId: payer }
  expect(reasonOf(await own.post('/sys-user', strong))).toBe('own-role-ends')
  const admins = { username: 'eve', password: passwordOf('eve'), roleId: ADMIN }
  expect(reasonOf(await own.post('/sys-user', admins))).toBe('admin-only')
})

test('the data of the role without an end limits what lasts', async () => {
  const { deptId: north } = await dataOf(admin.post('/dept', { deptName: 'north' }))
  const { deptId: south } = await dataOf(admin.post('/dept', { deptName: 'south' }))
  const clerk = await addRole(admin, 'clerk', [VIEW, ...USERS], { dataScope: '3' })
  const chief = await addRole(admin, 'chief', [VIEW, ...USERS], { dataScope: '1' })
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: clerk, deptId: north }))
  await dataOf(admin.put(`/role/${viewer}`, { dataScope: '3' }))
  const own = await withRole(chief)
  const add = (username: string, deptId: unknown) =>
    own.post('/sys-user', { username, password: passwordOf(username), roleId: viewer, deptId })
  await dataOf(add('nora', north))
  expect(reasonOf(await add('olga', south))).toBe('department-unknown')
  const olga = await addUser(admin, 'olga', viewer, { deptId: south })
  expect(reasonOf(await own.put(`/sys-user/${olga}/password`, { password: passwordOf('stolen') }))).toBe(
    'own-role-ends',
  )
  await dataOf(own.put(`/sys-user/${olga}`, { status: '1' }))
})

test('an owner with a role until a time keeps no account beyond it', async () => {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: ends }))
  const account = { username: 'robot', roleId: payer, ownerId: mira }
  expect(reasonOf(await admin.post('/service-account', account))).toBe('service-account-owner')
  await dataOf(admin.post('/service-account', { ...account, expiresAt: ends }))
})

test('an owner keeps an account that expires later if the role that returns answers for it too', async () => {
  const manager = await addRole(admin, 'manager', [VIEW, PAY, ...USERS])
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: manager }))
  const add = (username: string, roleId: number) =>
    dataOf(admin.post('/service-account', { username, roleId, ownerId: mira, expiresAt: hoursFromNow(48) }))
  const robot = await add('robot', payer)
  const own = await withRole(ADMIN)
  expect(await dataOf(admin.get(`/service-account/${robot.userId}`))).toMatchObject({ status: '2' })
  expect(await dataOf(own.put(`/service-account/${robot.userId}`, { networks: [] }))).toBeDefined()
  // Only the role until a time has these rights.
  const auditor = await addRole(admin, 'auditor', [{ method: 'GET', path: '/api/v1/audit-log' }])
  const account = { username: 'late', roleId: auditor, ownerId: mira }
  for (const expiresAt of [undefined, hoursFromNow(48)])
    expect(reasonOf(await admin.post('/service-account', { ...account, expiresAt }))).toBe(
      'service-account-owner',
    )
  await dataOf(admin.post('/service-account', { ...account, expiresAt: ends }))
})

test('what ends later than the own role needs the role that returns, like what has no end', async () => {
  const clerk = await addRole(admin, 'clerk', [VIEW, ...USERS])
  const chief = await addRole(admin, 'chief', [VIEW, PAY, ...USERS])
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: clerk }))
  const nora = await addUser(admin, 'nora', await addRole(admin, 'guest'))
  const own = await withRole(chief)
  const give = (roleId: number, roleUntil: string) => own.put(`/sys-user/${nora}`, { roleId, roleUntil })
  await dataOf(give(viewer, hoursFromNow(9)))
  expect(reasonOf(await give(payer, hoursFromNow(9)))).toBe('own-role-ends')
  await dataOf(give(payer, ends))
})

test('an approver with a role until a time approves for hours that end before', async () => {
  await service.close()
  service = await startService({ settings: { administration: { requests: ['payer'] } } })
  admin = await loginOperator(service.base)
  viewer = await addRole(admin, 'viewer', [VIEW])
  payer = await addRole(admin, 'payer', [VIEW, PAY])
  mira = await addUser(admin, 'mira', viewer)
  await addUser(admin, 'nora', viewer)
  const nora = await loginOperator(service.base, { username: 'nora', password: passwordOf('nora') })
  const own = await withRole(ADMIN)
  const ask = async (hours: number) =>
    (await dataOf(nora.post('/user/access-request', { roleId: payer, hours, reason: 'incident' }))).id
  const decide = (id: unknown) => own.put(`/access-request/${id}`, { decision: 'approve' })
  const long = await ask(9)
  expect(reasonOf(await decide(long))).toBe('own-role-ends')
  await dataOf(nora.remove(`/user/access-request/${long}`))
  await dataOf(decide(await ask(2)))
})
