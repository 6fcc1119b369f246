import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStoredRoles } from '../../src/features/policy/policy-files/declared-roles.ts'
import { planRoles } from '../../src/features/policy/policy-files/role-plan.ts'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  expectAnotherConfirmation,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { listOf, passwordOf } from '../support/operator.ts'

// A clean-up, a file of roles and an import change many things at once. A confirmation is for exactly those that the confirmer has seen.

let service: FourEyesService
beforeEach(async () => {
  service = await startFourEyesService(['grant-administration', 'change-administrator-role'])
})
afterEach(() => service.close())

const HASH = `$2b$10$${'e'.repeat(53)}`
const statusOf = async (username: string) => (await service.context.users.findByName(username))?.status
const addAdmin = (username: string) =>
  service.context.userAdministration.add({ username, password: passwordOf(username), roleKey: 'admin' })

/** Makes a user one who was created years ago and has never logged in. */
async function makeIdle(username: string): Promise<void> {
  const { database } = service.context
  await database.updateTable('users').set({ created_at: 1 }).where('username', '=', username).execute()
}

describe('a clean-up of everything', () => {
  const idle = () => service.anna.post('/report/idle-users/clean-up', { days: 1, all: true })

  test('of idle users is not confirmed for another administrator who becomes idle meanwhile', async () => {
    await addAdmin('dora')
    await addAdmin('emil')
    await makeIdle('dora')
    await expectAnotherConfirmation(service.bela, idle, () => makeIdle('emil'))
    expect([await statusOf('dora'), await statusOf('emil')]).toEqual(['2', '2'])
  })

  test('of idle users is carried out for the administrators who were confirmed, once', async () => {
    await addAdmin('dora')
    await makeIdle('dora')
    expectSuccess(await withConfirmation(service.bela, idle))
    expect(await statusOf('dora')).toBe('1')
    await addAdmin('emil')
    await makeIdle('emil')
    confirmationOf(await idle())
    expect(await statusOf('emil')).toBe('2')
  })

  test('of idle users does not disable those who confirm with one request for a user who is none', async () => {
    await makeIdle('carl')
    await addAdmin('dora')
    await makeIdle('dora')
    const users = await listOf(service.anna, '/report/idle-users?days=1')
    const userIds = users.map(({ userId }) => userId)
    const id = await service.idOf('carl')
    expect(userIds).toContain(id)
    const send = (ids: readonly unknown[]) =>
      service.anna.post('/report/idle-users/clean-up', { days: 1, userIds: ids })
    const confirmation = confirmationOf(await send(userIds))
    expectSuccess(await confirm(service.bela, confirmation))
    // Carl alone needs no confirmation, and does not use that of both.
    expectSuccess(await send([id]))
    expect(await statusOf('dora')).toBe('2')
    expect(await statusOf('carl')).toBe('1')
  })

  test('of roles with the same rights is not confirmed for a role that gets them meanwhile', async () => {
    const { context } = service
    const copy = (roleKey: string) =>
      context.roleAdministration.copy('helper', { roleKey, roleName: roleKey })
    await copy('spare')
    const merge = () => service.anna.post('/report/same-rights/clean-up', { all: true })
    await expectAnotherConfirmation(service.bela, merge, () => copy('other'))
    expect(await service.roleIdOf('spare')).toBeGreaterThan(0)
  })
})

describe('a file of roles and an import by a command', () => {
  async function apply(rules: readonly { readonly method: string; readonly path: string }[]): Promise<void> {
    const { context } = service
    const stored = await readStoredRoles(context.database)
    const declared = stored.roles
      .filter(({ roleKey }) => roleKey === 'clerk')
      .map(({ roleKey, roleName, status, remark }) => ({
        ...{ roleKey, roleName, status: status === '1' ? ('1' as const) : ('2' as const), remark },
        ...{ dataScope: '1' as const, deptIds: [], rules },
      }))
    const options = { prune: false, seen: planRoles(declared, stored, { prune: false }) }
    await context.declaredRoleAdministration.apply(context.operator, declared, options)
  }

  test('give a confirmed role no rights that the confirmer has not seen', async () => {
    const { anna, idOf, roleIdOf } = service
    await service.context.userAdministration.add({
      username: 'nora',
      password: passwordOf('nora'),
      roleKey: 'helper',
    })
    const promote = async () =>
      anna.put(`/sys-user/${await idOf('nora')}`, { roleId: await roleIdOf('clerk') })
    await apply([{ method: '*', path: '/api/v1/role' }])
    await expectAnotherConfirmation(service.bela, promote, () => apply([{ method: '*', path: '/api/v1/*' }]))
  })

  test('add no user to a role whose rule is confirmed', async () => {
    const rules = [{ roleKey: 'clerk', method: 'POST', path: '/api/v1/role' }]
    await expectAnotherConfirmation(
      service.bela,
      () => service.anna.post('/policy', { rules }),
      () =>
        service.context.userAdministration.importMany([
          { username: 'mallory', roleKey: 'clerk', passwordHash: HASH },
        ]),
    )
  })

  test('the imported name of a user whose promotion is confirmed is another user', async () => {
    const { anna, context, idOf, roleIdOf } = service
    const roleId = await roleIdOf('helper')
    const path = `/sys-user/${await idOf('carl')}`
    const id = confirmationOf(await anna.put(path, { roleId }))
    expectSuccess(await confirm(service.bela, id))
    await context.userAdministration.remove(['carl'])
    await context.userAdministration.importMany([{ username: 'carl', roleKey: 'clerk', passwordHash: HASH }])
    expect((await anna.put(path, { roleId })).body.code).toBe(404)
    expect(confirmationOf(await anna.put(`/sys-user/${await idOf('carl')}`, { roleId }))).not.toBe(id)
  })
})
