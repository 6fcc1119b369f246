import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '../support/client.ts'
import { DEPUTY_RULES, type DeputyHouse, openDeputyHouse } from '../support/deputy.ts'
import { expectSuccess } from '../support/expectations.ts'

// An operator who is not an admin cannot change an admin or any user with more permissions than their own.

let house: DeputyHouse
let token: string
let superiors: Record<string, string>

beforeAll(async () => {
  house = await openDeputyHouse()
  await house.makeRole('manager', '4', [...DEPUTY_RULES, ['GET', '/app/salary']])
  // The same calls with a wider data scope.
  await house.makeRole('auditor', '1', [['GET', '/app/report/:id']])
  // A custom data scope cannot be compared with another one.
  await house.makeRole('regional', '2', [['GET', '/app/report/:id']])
  await house.makeRole('clerk', '5', [['GET', '/app/report/:id']])
  token = await house.login('deputy')
  superiors = {
    admin: await login(house.service.base),
    manager: await house.login('manager'),
    auditor: await house.login('auditor'),
    regional: await house.login('regional'),
  }
})
afterAll(() => house.close())

describe.each(['admin', 'manager', 'auditor', 'regional'])('%s', (name) => {
  test('the deputy cannot assign their role', async () => {
    const roleId = await house.role(name)
    const user = { username: 'new one', password: 'some words for the new one', roleId }
    await house.askInVain(token, 'POST', '/sys-user', user)
    await house.askInVain(token, 'POST', '/sys-user', { ...user, status: '1' })
    await house.askInVain(token, 'PUT', `/sys-user/${await house.user('clerk')}`, { roleId })
  })

  test('the deputy cannot change their password, name, role or status, nor delete them', async () => {
    const path = `/sys-user/${await house.user(name)}`
    await house.askInVain(token, 'PUT', `${path}/password`, { password: 'words that the deputy knows' })
    await house.askInVain(token, 'PUT', `${path}/status`, { status: '1' })
    await house.askInVain(token, 'PUT', path, { username: 'nobody' })
    await house.askInVain(token, 'PUT', path, { pwdChangeDue: true })
    await house.askInVain(token, 'PUT', path, { email: 'deputy@example.org' })
    await house.askInVain(token, 'PUT', path, { roleId: await house.role('clerk') })
    await house.askInVain(token, 'DELETE', path, undefined)
  })

  test('a bulk delete that includes them deletes nobody', async () => {
    const ids = [await house.user('clerk'), await house.user(name)]
    await house.askInVain(token, 'DELETE', '/sys-user', { ids })
  })

  test('the deputy can neither change nor delete their role', async () => {
    const path = `/role/${await house.role(name)}`
    for (const change of [{ roleName: 'X' }, { roleKey: 'x' }, { status: '1' }, { dataScope: '5' }, {}])
      await house.askInVain(token, 'PUT', path, change)
    await house.askInVain(token, 'DELETE', path, undefined)
  })

  test('the deputy cannot end their sessions', async () => {
    const userId = await house.user(name)
    const { sessions } = await house.rows()
    const ids = sessions.filter((session) => session.user_id === userId).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    await house.askInVain(token, 'DELETE', `/session/${ids[0]}`, undefined)
    await house.askInVain(token, 'DELETE', '/session', { ids })
    await house.askInVain(token, 'DELETE', '/session', { userId })
    expectSuccess(await house.ask(superiors[name] ?? '', 'GET', '/user/profile'))
  })
})

test('a deputy cannot add rules to the role "admin"', async () => {
  const rules = [{ roleKey: 'admin', method: 'GET', path: '/app/report/:id' }]
  await house.askInVain(token, 'POST', '/policy', { rules })
  await house.askInVain(token, 'DELETE', '/policy', { rules })
})

test('a deputy cannot add a rule to a role with a wider data scope, even for a call that the deputy may make', async () => {
  for (const roleKey of ['auditor', 'regional'])
    await house.askInVain(token, 'POST', '/policy', {
      rules: [{ roleKey, method: 'GET', path: '/app/shop/a' }],
    })
})

test('a deputy can change users with equal or fewer permissions', async () => {
  const path = `/sys-user/${await house.user('clerk')}`
  await house.askWell(token, 'PUT', `${path}/password`, {
    password: 'other words for the clerk',
    pwdChangeDue: true,
  })
  await house.askWell(token, 'PUT', `${path}/status`, { status: '1' })
  await house.askWell(token, 'PUT', path, { roleId: await house.role('deputy') })
  await house.askWell(token, 'DELETE', path)
})

test('a deputy cannot change a user whose role has gained more permissions, even if the deputy created the user', async () => {
  const { roleId } = await house.askWell(token, 'POST', '/role', {
    roleKey: 'trainee',
    roleName: 'Trainee',
    dataScope: '5',
  })
  const fields = { username: 'trainee', password: 'the secret words of trainee', roleId }
  const { userId } = await house.askWell(token, 'POST', '/sys-user', fields)
  await house.askWell(superiors.admin ?? '', 'POST', '/policy', {
    rules: [{ roleKey: 'trainee', method: 'GET', path: '/app/salary' }],
  })
  await house.askInVain(token, 'PUT', `/sys-user/${userId}/password`, {
    password: 'words that the deputy knows',
  })
  await house.askInVain(token, 'POST', '/sys-user', { ...fields, username: 'another trainee' })
})

describe('the last admin', () => {
  test('cannot be deleted, disabled or demoted, not even by themselves', async () => {
    const admin = superiors.admin ?? ''
    const path = `/sys-user/${await house.user('admin')}`
    await house.askInVain(admin, 'DELETE', path, undefined)
    await house.askInVain(admin, 'PUT', `${path}/status`, { status: '1' })
    await house.askInVain(admin, 'PUT', path, { roleId: await house.role('clerk') })
    await house.askInVain(admin, 'PUT', `/role/${await house.role('admin')}`, { status: '1' })
    await house.askInVain(admin, 'PUT', `/role/${await house.role('admin')}`, { roleKey: 'root' })
    await house.askInVain(admin, 'DELETE', `/role/${await house.role('admin')}`, undefined)
  })

  test('two admins cannot both be deleted in one call', async () => {
    const admin = superiors.admin ?? ''
    const roleId = await house.role('admin')
    const fields = { username: 'second', password: 'some words for the second', roleId }
    const { userId } = await house.askWell(admin, 'POST', '/sys-user', fields)
    await house.askInVain(admin, 'DELETE', '/sys-user', { ids: [userId, await house.user('admin')] })
  })
})
