import { afterAll, describe, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { createDeputyFixture } from '../support/deputy-fixture.ts'
import { expectRefused, expectSuccess } from '../support/expectations.ts'
import { addRole, addUser, dataOf, listOf, loginOperator, passwordOf } from '../support/operator.ts'

const fixture = await createDeputyFixture()
afterAll(fixture.close)
const admin = await loginOperator(fixture.service.base)
const deputy = await fixture.login('deputy')
const junior = await addRole(admin, 'junior', [{ method: 'GET', path: '/app/report/:id' }])

const sessionOf = (username: string) =>
  login(fixture.service.base, { username, password: passwordOf(username) })
const entriesOf = async (action: string, target: string) =>
  (await listOf(admin, `/audit-log?action=${action}&pageSize=200`)).filter((entry) => entry.target === target)

describe('the role of several users', () => {
  test('changes for all of them, which ends their sessions and has one audit log entry per user', async () => {
    const ids = [await addUser(admin, 'ada', junior), await addUser(admin, 'bea', junior)]
    const token = await sessionOf('ada')
    const senior = await addRole(admin, 'senior')
    expect(await dataOf(admin.put('/sys-user/role', { ids: [...ids, ...ids], roleId: senior }))).toEqual({
      changed: 2,
    })
    for (const id of ids) expect(await dataOf(admin.get(`/sys-user/${id}`))).toMatchObject({ roleId: senior })
    for (const name of ['ada', 'bea'])
      expect(await entriesOf('user.update', name)).toMatchObject([{ after: { roleId: senior } }])
    expectRefused(await fixture.send(token, 'GET', '/getinfo'), 401)
    expect(await dataOf(admin.put('/sys-user/role', { ids, roleId: senior }))).toEqual({ changed: 0 })
  })

  test('stays if one of the changes is refused, and the refusal names the user', async () => {
    const salary = await addRole(admin, 'payroll', [{ method: 'GET', path: '/app/salary' }])
    const ids = [await addUser(admin, 'cleo', junior), await addUser(admin, 'dora', salary)]
    const body = { ids, roleId: junior }
    expect(await fixture.expectRequestRefused(deputy, 'PUT', '/sys-user/role', body)).toMatch(
      /^"dora": You cannot grant more than your own role allows/,
    )
    expect(
      await fixture.expectRequestRefused(deputy, 'PUT', '/sys-user/role', { ids: [ids[0]], roleId: salary }),
    ).toMatch(/^"cleo": /)
    await fixture.expectRequestRefused(deputy, 'PUT', '/sys-user/role', { ids: [ids[0]], roleId: 1 })
    await fixture.expectRequestAccepted(deputy, 'PUT', '/sys-user/role', {
      ids: [ids[0]],
      roleId: await addRole(admin, 'trainee'),
    })
  })

  test('is refused for the own account, unknown users and roles, and the last admin', async () => {
    const own = await fixture.user('admin')
    const id = await addUser(admin, 'emma', junior)
    for (const [body, code] of [
      [{ ids: [id, own], roleId: junior }, 409],
      [{ ids: [id, 31_337], roleId: junior }, 404],
      [{ ids: [id], roleId: 31_337 }, 409],
      [{ ids: [], roleId: junior }, 400],
      [{ ids: [id], roleId: junior, all: true }, 400],
    ] as const)
      await fixture.expectRequestRefused(admin.token, 'PUT', '/sys-user/role', body, code)
  })
})

describe('the sessions of several users', () => {
  test('end together, with one audit log entry per user who had one', async () => {
    const ids = [
      await addUser(admin, 'fay', junior),
      await addUser(admin, 'gia', junior),
      await addUser(admin, 'hal', junior),
    ]
    const tokens = [await sessionOf('fay'), await sessionOf('fay'), await sessionOf('gia')]
    expect(await dataOf(admin.remove('/session', { userIds: ids }))).toEqual({ ended: 3 })
    for (const token of tokens) expectRefused(await fixture.send(token, 'GET', '/getinfo'), 401)
    expect(await entriesOf('user.end-sessions', 'fay')).toMatchObject([{ before: { sessions: 2 } }])
    expect(await entriesOf('user.end-sessions', 'gia')).toMatchObject([{ before: { sessions: 1 } }])
    expect(await entriesOf('user.end-sessions', 'hal')).toEqual([])
    expectSuccess(await fixture.send(await sessionOf('fay'), 'GET', '/getinfo'))
  })

  test('all go on if one user may do more than the operator, and the refusal names the user', async () => {
    const salary = await addRole(admin, 'bookkeeper', [{ method: 'GET', path: '/app/salary' }])
    const userIds = [await addUser(admin, 'ida', junior), await addUser(admin, 'jana', salary)]
    const token = await sessionOf('ida')
    expect(await fixture.expectRequestRefused(deputy, 'DELETE', '/session', { userIds })).toMatch(/^"jana": /)
    expectSuccess(await fixture.send(token, 'GET', '/getinfo'))
    await fixture.expectRequestRefused(deputy, 'DELETE', '/session', { userIds: [31_337] }, 404)
    await fixture.expectRequestRefused(deputy, 'DELETE', '/session', { userIds, userId: userIds[0] }, 400)
    await fixture.expectRequestAccepted(deputy, 'DELETE', '/session', { userIds: [userIds[0]] })
    expectRefused(await fixture.send(token, 'GET', '/getinfo'), 401)
  })
})
