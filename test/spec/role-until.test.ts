// docs/specification.md, 12a

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bearer, call, login, tryLogin } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { createHandlerRuns } from '../support/handler-runs.ts'
import { claimsOf } from '../support/jwt.ts'
import {
  addRole,
  addUser,
  dataOf,
  listOf,
  loginOperator,
  type Operator,
  passwordOf,
} from '../support/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const HOUR_MS = 60 * 60 * 1000
const VIEW = { method: 'GET', path: '/api/v1/orders' }
const PAY = { method: 'POST', path: '/api/v1/payments' }
const runs = createHandlerRuns()

let service: TestService
let admin: Operator
let viewer: number
let payer: number
let mira: number
let ahead = 0

beforeEach(async () => {
  ahead = 0
  service = await startService({
    protectedRoutes: runs.routes('GET /api/v1/orders', 'POST /api/v1/payments'),
    replacements: { now: () => Date.now() + ahead },
    settings: { jwt: { timeout: 24 * 3600 } },
  })
  admin = await loginOperator(service.base)
  viewer = await addRole(admin, 'viewer', [VIEW])
  payer = await addRole(admin, 'payer', [PAY])
  mira = await addUser(admin, 'mira', viewer)
})

afterEach(async () => {
  runs.take()
  await service.close()
})

const hoursFromNow = (hours: number): string => new Date(Date.now() + ahead + hours * HOUR_MS).toISOString()
const loginMira = () => login(service.base, { username: 'mira', password: passwordOf('mira') })
const pay = (token: string) => call(`${service.base}/payments`, { method: 'POST', ...bearer(token) })
const view = (token: string) => call(`${service.base}/orders`, bearer(token))
const userOf = (id: number) => dataOf(admin.get(`/sys-user/${id}`))

/** Waits until the end of a role is recorded, which needs nobody to be online. */
async function recordedEnd(id: number) {
  await eventually(async () => expect(await userOf(id)).toMatchObject({ roleUntil: null, formerRoleId: 0 }))
  return userOf(id)
}

test('a role until a time replaces the role, and the former one returns at the end', async () => {
  const before = await loginMira()
  const roleUntil = hoursFromNow(8)
  const given = await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil }))
  expect(given).toMatchObject({ roleId: payer, roleKey: 'payer', formerRoleId: viewer })
  expect(Math.floor(Date.parse(String(given.roleUntil)) / 1000)).toBe(
    Math.floor(Date.parse(roleUntil) / 1000),
  )
  expectRefused(await view(before), 401)

  const token = await loginMira()
  expect((await pay(token)).body).toEqual({ ran: true })
  expect(runs.take()).toMatchObject([{ url: '/api/v1/payments', identity: { roleKey: 'payer' } }])
  expectRefused(await view(token), 401)

  ahead += 8 * HOUR_MS
  const refused = await pay(token)
  expectRefused(refused, 401)
  expect(refused.headers.get('x-castellan-reason')).toBe('role-ended')
  expect(runs.take()).toEqual([])
  admin = await loginOperator(service.base)
  expect(await recordedEnd(mira)).toMatchObject({ roleId: viewer, roleKey: 'viewer' })
  const after = await loginMira()
  expect((await view(after)).body).toEqual({ ran: true })
  expectRefused(await pay(after), 401)
  expect((await pay(token)).headers.get('x-castellan-reason')).toBe('role-ended')
})

test('a login right after the end records it and continues with the role that returns', async () => {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(8) }))
  ahead += 8 * HOUR_MS
  const token = await loginMira()
  expect(claimsOf(token)).toMatchObject({ rolekey: 'viewer' })
  expect((await view(token)).body).toEqual({ ran: true })
  admin = await loginOperator(service.base)
  expect(await recordedEnd(mira)).toMatchObject({ roleId: viewer, roleKey: 'viewer' })
})

test('a disabled role that returns refuses the login like wrong credentials', async () => {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(8) }))
  await dataOf(admin.put(`/role/${viewer}`, { status: '1' }))
  ahead += 8 * HOUR_MS
  const answer = await tryLogin(service.base, { username: 'mira', password: passwordOf('mira') })
  expectRefused(answer, 400)
  expect(answer.headers.get('x-castellan-reason')).toBe('credentials-wrong')
})

test('the token does not outlive the role and says when it ends', async () => {
  const { roleUntil } = await dataOf(
    admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(1) }),
  )
  const end = Date.parse(String(roleUntil)) / 1000
  const claims = claimsOf(await loginMira())
  expect(claims).toMatchObject({ rolekey: 'payer', roleuntil: end })
  // The end is converted to the clock of the node, which may be milliseconds behind.
  expect([end - 1, end]).toContain(claims.exp)
  const [session] = await listOf(admin, '/session?username=mira')
  expect(Date.parse(String(session?.expireTime)) / 1000).toBe(claims.exp)
  // The usual lifetime is longer than the end is away, and the other way round.
  await dataOf(admin.put(`/sys-user/${mira}`, { roleUntil: hoursFromNow(72) }))
  const { iat, exp, roleuntil } = claimsOf(await loginMira())
  expect(Number(exp) - Number(iat)).toBe(24 * 3600)
  expect(Number(roleuntil)).toBeGreaterThan(Number(exp))
})

test('a clock that is set back makes the token of an ended role valid no more', async () => {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(8) }))
  const token = await loginMira()
  ahead += 9 * HOUR_MS
  expectRefused(await pay(token), 401)
  ahead -= 9 * HOUR_MS
  expect((await pay(token)).headers.get('x-castellan-reason')).toBe('role-ended')
  expect(await recordedEnd(mira)).toMatchObject({ roleId: viewer })
  expect(runs.take()).toEqual([])
})

test('the end is recorded once in the audit log, and announced once before', async () => {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(10) }))
  ahead += 9.5 * HOUR_MS
  const announced = async () => listOf(admin, '/event?kind=role.ending')
  await eventually(async () => expect(await announced()).toHaveLength(1))
  ahead += HOUR_MS
  await recordedEnd(mira)
  const entries = await listOf(admin, `/audit-log?action=user.role-end`)
  expect(entries).toMatchObject([
    {
      operator: 'castellan',
      target: 'mira',
      targetId: mira,
      before: { roleId: payer, roleKey: 'payer', roleUntil: expect.any(String) },
      after: { roleId: viewer, roleKey: 'viewer' },
    },
  ])
  expect(await announced()).toMatchObject([
    { severity: 'info', fields: { username: 'mira', roleKey: 'payer', formerRoleKey: 'viewer' } },
  ])
})

test('a user whose former role is disabled cannot log in after the end, and the audit log and the explanation say why', async () => {
  await dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(8) }))
  await dataOf(admin.put(`/role/${viewer}`, { status: '1' }))
  expectSuccess(await tryLogin(service.base, { username: 'mira', password: passwordOf('mira') }))
  ahead += 8 * HOUR_MS
  await recordedEnd(mira)
  expectRefused(await tryLogin(service.base, { username: 'mira', password: passwordOf('mira') }), 400)
  const [entry] = await listOf(admin, '/audit-log?action=user.role-end')
  expect(entry).toMatchObject({ after: { roleKey: 'viewer', roleStatus: '1' } })
  const question = new URLSearchParams({ username: 'mira', method: 'GET', path: '/api/v1/orders' })
  expect(await dataOf(admin.get(`/policy/explain?${question}`))).toMatchObject({
    allowed: false,
    why: 'role-disabled',
    roleKey: 'viewer',
  })
})

describe('a change of the user meanwhile', () => {
  beforeEach(() => dataOf(admin.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(8) })))

  test('another role until a time keeps the role that returns', async () => {
    const auditor = await addRole(admin, 'auditor')
    const roleUntil = hoursFromNow(1)
    expect(await dataOf(admin.put(`/sys-user/${mira}`, { roleId: auditor, roleUntil }))).toMatchObject({
      roleId: auditor,
      formerRoleId: viewer,
    })
  })

  test('a role without an end ends the other one', async () => {
    const auditor = await addRole(admin, 'auditor')
    const changed = await dataOf(admin.put(`/sys-user/${mira}`, { roleId: auditor }))
    expect(changed).toMatchObject({ roleId: auditor, roleUntil: null, formerRoleId: 0 })
    ahead += 9 * HOUR_MS
    expect(await userOf(mira)).toMatchObject({ roleId: auditor })
  })

  test('the former role ends it early', async () => {
    const token = await loginMira()
    const changed = await dataOf(admin.put(`/sys-user/${mira}`, { roleId: viewer }))
    expect(changed).toMatchObject({ roleId: viewer, roleUntil: null, formerRoleId: 0 })
    expectRefused(await pay(token), 401)
  })

  test('the end is moved or removed without another role, which ends the sessions', async () => {
    const token = await loginMira()
    await dataOf(admin.put(`/sys-user/${mira}`, { roleUntil: hoursFromNow(20) }))
    expectRefused(await pay(token), 401)
    const changed = await dataOf(admin.put(`/sys-user/${mira}`, { roleUntil: null }))
    expect(changed).toMatchObject({ roleId: payer, roleUntil: null, formerRoleId: 0 })
  })

  test('the whole resource sent back changes nothing', async () => {
    const token = await loginMira()
    const user = await userOf(mira)
    const { revision } = await dataOf(admin.put(`/sys-user/${mira}`, user))
    expect(revision).toBe(user.revision)
    expect((await pay(token)).body).toEqual({ ran: true })
  })

  test('a disabled user gets the former role back too', async () => {
    await dataOf(admin.put(`/sys-user/${mira}/status`, { status: '1' }))
    ahead += 8 * HOUR_MS
    expect(await recordedEnd(mira)).toMatchObject({ roleId: viewer, status: '1' })
  })

  test('neither role can be deleted', async () => {
    for (const role of [viewer, payer]) expectRefused(await admin.remove(`/role/${role}`), 409)
  })
})

test('an end that has passed, the same role and what is not a time are refused', async () => {
  for (const change of [
    { roleId: payer, roleUntil: hoursFromNow(-1) },
    { roleId: payer, roleUntil: 'tomorrow' },
    { roleId: payer, roleUntil: 8 },
  ])
    expectRefused(await admin.put(`/sys-user/${mira}`, change), 400)
  for (const change of [{ roleId: viewer, roleUntil: hoursFromNow(1) }, { roleUntil: hoursFromNow(1) }]) {
    const answer = await admin.put(`/sys-user/${mira}`, change)
    expect(answer.headers.get('x-castellan-reason')).toBe('role-held')
  }
  expect(await userOf(mira)).toMatchObject({ roleId: viewer, roleUntil: null, formerRoleId: 0 })
})

test('several users get a role until a time, all or none', async () => {
  const olaf = await addUser(admin, 'olaf', payer)
  const roleUntil = hoursFromNow(1)
  expectRefused(await admin.put('/sys-user/role', { ids: [mira, olaf], roleId: payer, roleUntil }), 409)
  const auditor = await addRole(admin, 'auditor')
  await dataOf(admin.put('/sys-user/role', { ids: [mira, olaf], roleId: auditor, roleUntil }))
  ahead += 2 * HOUR_MS
  expect([await recordedEnd(mira), await recordedEnd(olaf)].map(({ roleId }) => roleId)).toEqual([
    viewer,
    payer,
  ])
})

describe('authority', () => {
  test('an operator needs authority over the role that returns', async () => {
    const boss = await addRole(admin, 'boss', [VIEW, { method: '*', path: '/api/v1/*' }])
    const deputy = await addRole(admin, 'deputy', [
      VIEW,
      PAY,
      ...['GET', 'PUT', 'DELETE'].map((method) => ({ method, path: '/api/v1/sys-user/*' })),
    ])
    const chief = await addUser(admin, 'chief', boss)
    await addUser(admin, 'dora', deputy)
    const dora = await loginOperator(service.base, { username: 'dora', password: passwordOf('dora') })
    await dataOf(admin.put(`/sys-user/${chief}`, { roleId: viewer, roleUntil: hoursFromNow(8) }))
    for (const answer of [
      await dora.put(`/sys-user/${chief}/password`, { password: passwordOf('stolen') }),
      await dora.put(`/sys-user/${chief}`, { roleId: payer }),
      await dora.put(`/sys-user/${chief}`, { roleUntil: null }),
      await dora.remove(`/sys-user/${chief}`),
    ]) {
      expect(answer.headers.get('x-castellan-reason')).toBe('beyond-own-role')
    }
    await dataOf(dora.put(`/sys-user/${mira}`, { roleId: payer, roleUntil: hoursFromNow(8) }))
  })

  test('nobody prolongs the own role, not even an admin until a time', async () => {
    const administrators = await dataOf<{ roleId: number }>(admin.get('/role/1'))
    await dataOf(
      admin.put(`/sys-user/${mira}`, { roleId: administrators.roleId, roleUntil: hoursFromNow(1) }),
    )
    const own = await loginOperator(service.base, { username: 'mira', password: passwordOf('mira') })
    for (const change of [{ roleUntil: hoursFromNow(100) }, { roleUntil: null }, { roleId: payer }]) {
      const answer = await own.put(`/sys-user/${mira}`, change)
      expect(answer.headers.get('x-castellan-reason')).toBe('own-role')
    }
    const [event] = await listOf(admin, '/event?kind=admin.granted')
    expect(event).toMatchObject({ fields: { username: 'mira', until: expect.any(String) } })
  })

  test('nobody changes the role that returns to them, not even an admin until a time', async () => {
    await dataOf(admin.put(`/sys-user/${mira}`, { roleId: 1, roleUntil: hoursFromNow(1) }))
    const own = await loginOperator(service.base, { username: 'mira', password: passwordOf('mira') })
    const rule = { roleKey: 'viewer', ...PAY }
    for (const answer of [
      await own.post('/policy', { rules: [rule] }),
      await own.remove('/policy', { rules: [{ roleKey: 'viewer', ...VIEW }] }),
      await own.put(`/role/${viewer}`, { dataScope: '1' }),
      await own.put(`/role/${viewer}`, { status: '1' }),
    ]) {
      expect(answer.headers.get('x-castellan-reason')).toBe('own-role')
    }
    await dataOf(own.remove('/policy', { rules: [{ roleKey: 'payer', ...PAY }] }))
    await dataOf(own.put(`/role/${payer}`, { status: '1' }))
  })

  test('an admin until a time does not replace the last admin', async () => {
    await dataOf(admin.put(`/sys-user/${mira}`, { roleId: 1, roleUntil: hoursFromNow(8) }))
    const own = await loginOperator(service.base, { username: 'mira', password: passwordOf('mira') })
    for (const change of [{ status: '1' }, { roleId: viewer, roleUntil: hoursFromNow(1) }]) {
      const answer = await own.put('/sys-user/1', change)
      expect(answer.headers.get('x-castellan-reason')).toBe('last-admin')
    }
  })
})
