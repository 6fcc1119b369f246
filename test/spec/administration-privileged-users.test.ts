import { afterAll, describe, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { createDeputyFixture, DEPUTY_RULES } from '../support/deputy-fixture.ts'
import { expectSuccess } from '../support/expectations.ts'

// An operator who is not an admin cannot change an admin or any user with more permissions than their own.

const fixture = await createDeputyFixture()
afterAll(fixture.close)
await fixture.createRoleWithUser('manager', '4', [...DEPUTY_RULES, ['GET', '/app/salary']])
await fixture.createRoleWithUser('clerk', '5', [['GET', '/app/report/:id']])
const token = await fixture.login('deputy')
const privilegedTokens: Readonly<Record<string, string>> = {
  admin: await login(fixture.service.base),
  manager: await fixture.login('manager'),
}

describe.each(['admin', 'manager'])('%s', (name) => {
  test('the deputy cannot assign their role', async () => {
    const roleId = await fixture.role(name)
    const user = { username: 'new one', password: 'some words for the new one', roleId }
    await fixture.expectRequestRefused(token, 'POST', '/sys-user', user)
    await fixture.expectRequestRefused(token, 'POST', '/sys-user', { ...user, status: '1' })
    await fixture.expectRequestRefused(token, 'PUT', `/sys-user/${await fixture.user('clerk')}`, { roleId })
  })

  test('the deputy cannot change their password, name, role or status, nor delete them', async () => {
    const path = `/sys-user/${await fixture.user(name)}`
    await fixture.expectRequestRefused(token, 'PUT', `${path}/password`, {
      password: 'words that the deputy knows',
    })
    await fixture.expectRequestRefused(token, 'PUT', `${path}/status`, { status: '1' })
    await fixture.expectRequestRefused(token, 'PUT', path, { username: 'nobody' })
    await fixture.expectRequestRefused(token, 'PUT', path, { pwdChangeDue: true })
    await fixture.expectRequestRefused(token, 'PUT', path, { email: 'deputy@example.org' })
    await fixture.expectRequestRefused(token, 'PUT', path, { roleId: await fixture.role('clerk') })
    await fixture.expectRequestRefused(token, 'DELETE', path, undefined)
  })

  test('a bulk delete or a bulk change that includes them changes nobody', async () => {
    const ids = [await fixture.user('clerk'), await fixture.user(name)]
    await fixture.expectRequestRefused(token, 'DELETE', '/sys-user', { ids })
    await fixture.expectRequestRefused(token, 'PUT', '/sys-user/status', { ids, status: '1' })
    await fixture.expectRequestRefused(token, 'PUT', '/sys-user/status', { ids, status: '2' })
  })

  test('the deputy can neither change nor delete their role', async () => {
    const path = `/role/${await fixture.role(name)}`
    for (const change of [{ roleName: 'X' }, { roleKey: 'x' }, { status: '1' }, { dataScope: '5' }, {}])
      await fixture.expectRequestRefused(token, 'PUT', path, change)
    await fixture.expectRequestRefused(token, 'DELETE', path, undefined)
  })

  test('the deputy cannot end their sessions', async () => {
    const userId = await fixture.user(name)
    const { sessions } = await fixture.rows()
    const ids = sessions.filter((session) => session.user_id === userId).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    await fixture.expectRequestRefused(token, 'DELETE', `/session/${ids[0]}`, undefined)
    await fixture.expectRequestRefused(token, 'DELETE', '/session', { ids })
    await fixture.expectRequestRefused(token, 'DELETE', '/session', { userId })
    await fixture.expectRequestRefused(token, 'DELETE', '/session', { roleId: await fixture.role(name) })
    expectSuccess(await fixture.send(privilegedTokens[name] ?? '', 'GET', '/user/profile'))
  })
})

test('lists contain the role of each row, and whether the deputy may change it', async () => {
  const listed = async (path: string) => {
    const { list } = (await fixture.send(token, 'GET', path)).body.data as { list: Record<string, unknown>[] }
    return list
  }
  const expected = {
    admin: false,
    manager: false,
    clerk: true,
    deputy: true,
  }
  const users = await listed('/sys-user')
  expect(Object.fromEntries(users.map(({ username, mayChange }) => [username, mayChange]))).toEqual(expected)
  expect(users.find(({ username }) => username === 'clerk')).toMatchObject({
    roleKey: 'clerk',
    roleName: 'clerk',
  })
  const roles = await listed('/role')
  expect(Object.fromEntries(roles.map(({ roleKey, mayAssign }) => [roleKey, mayAssign]))).toEqual(expected)
  expect(Object.fromEntries(roles.map(({ roleKey, mayChange }) => [roleKey, mayChange]))).toEqual({
    ...expected,
    deputy: false,
  })
  const { clerk: _loggedOut, ...withSession } = expected
  const sessions = await listed('/session')
  expect(Object.fromEntries(sessions.map(({ username, mayEnd }) => [username, mayEnd]))).toEqual(withSession)
})

test('a deputy cannot add rules to the role "admin"', async () => {
  const rules = [{ roleKey: 'admin', method: 'GET', path: '/app/report/:id' }]
  await fixture.expectRequestRefused(token, 'POST', '/policy', { rules })
  await fixture.expectRequestRefused(token, 'DELETE', '/policy', { rules })
})

test('a deputy can change users with equal or fewer permissions', async () => {
  const path = `/sys-user/${await fixture.user('clerk')}`
  await fixture.expectRequestAccepted(token, 'PUT', `${path}/password`, {
    password: 'other words for the clerk',
    pwdChangeDue: true,
  })
  await fixture.expectRequestAccepted(token, 'PUT', `${path}/status`, { status: '1' })
  await fixture.expectRequestAccepted(token, 'PUT', path, { roleId: await fixture.role('deputy') })
  await fixture.expectRequestAccepted(token, 'DELETE', path)
})

test('a deputy cannot change a user whose role has gained more permissions, even if the deputy created the user', async () => {
  const { roleId } = await fixture.expectRequestAccepted(token, 'POST', '/role', {
    roleKey: 'trainee',
    roleName: 'Trainee',
    dataScope: '5',
  })
  const fields = { username: 'trainee', password: 'the secret words of trainee', roleId }
  const { userId } = await fixture.expectRequestAccepted(token, 'POST', '/sys-user', fields)
  await fixture.expectRequestAccepted(privilegedTokens.admin ?? '', 'POST', '/policy', {
    rules: [{ roleKey: 'trainee', method: 'GET', path: '/app/salary' }],
  })
  await fixture.expectRequestRefused(token, 'PUT', `/sys-user/${userId}/password`, {
    password: 'words that the deputy knows',
  })
  await fixture.expectRequestRefused(token, 'POST', '/sys-user', { ...fields, username: 'another trainee' })
})

describe('the last admin', () => {
  test('cannot be deleted, disabled or demoted, not even by themselves', async () => {
    const admin = privilegedTokens.admin ?? ''
    const path = `/sys-user/${await fixture.user('admin')}`
    await fixture.expectRequestRefused(admin, 'DELETE', path, undefined)
    await fixture.expectRequestRefused(admin, 'PUT', `${path}/status`, { status: '1' })
    await fixture.expectRequestRefused(admin, 'PUT', path, { roleId: await fixture.role('clerk') })
    await fixture.expectRequestRefused(admin, 'PUT', `/role/${await fixture.role('admin')}`, { status: '1' })
    await fixture.expectRequestRefused(admin, 'PUT', `/role/${await fixture.role('admin')}`, {
      roleKey: 'root',
    })
    await fixture.expectRequestRefused(admin, 'DELETE', `/role/${await fixture.role('admin')}`, undefined)
  })

  test('two admins cannot both be deleted in one call', async () => {
    const admin = privilegedTokens.admin ?? ''
    const roleId = await fixture.role('admin')
    const fields = { username: 'second', password: 'some words for the second', roleId }
    const { userId } = await fixture.expectRequestAccepted(admin, 'POST', '/sys-user', fields)
    await fixture.expectRequestRefused(admin, 'DELETE', '/sys-user', {
      ids: [userId, await fixture.user('admin')],
    })
  })
})
