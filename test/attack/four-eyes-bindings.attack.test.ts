import { afterEach, beforeEach, expect, test } from 'vitest'
import { DISABLED, ENABLED } from '../../src/core/user/status.ts'
import { expectSuccess } from '../support/expectations.ts'
import {
  confirm,
  confirmationOf,
  expectAnotherConfirmation,
  type FourEyesService,
  startFourEyesService,
  withConfirmation,
} from '../support/four-eyes.ts'
import { addRole, dataOf, passwordOf } from '../support/operator.ts'

/** A confirmation is for the roles that the confirmer has seen, with their rules and users, not for whatever has their names later. */

let service: FourEyesService
let tiny: number
beforeEach(async () => {
  service = await startFourEyesService(['grant-administration', 'change-administrator-role'])
  tiny = await addRole(service.anna, 'tiny')
})
afterEach(() => service.close())

const administer = { rules: [{ roleKey: 'tiny', method: 'POST', path: '/api/v1/role' }] }
const addUser = (username: string, roleKey: string) =>
  service.context.userAdministration.add({ username, password: passwordOf(username), roleKey })

test('a rule for a role is not confirmed for another role that has got its key', async () => {
  const { anna, bela } = service
  const big = await addRole(anna, 'big')
  for (const username of ['nora', 'nina']) await addUser(username, 'big')
  const again = await expectAnotherConfirmation(
    service.bela,
    () => anna.post('/policy', administer),
    async () => {
      expectSuccess(await anna.put(`/role/${tiny}`, { roleKey: 'small' }))
      expectSuccess(await anna.put(`/role/${big}`, { roleKey: 'tiny' }))
    },
  )
  expectSuccess(await confirm(bela, again))
  expectSuccess(await anna.post('/policy', administer))
})

test('a rule for a role is not confirmed for a new role with the same key', async () => {
  const { anna } = service
  await expectAnotherConfirmation(
    service.bela,
    () => anna.post('/policy', administer),
    async () => {
      expectSuccess(await anna.remove(`/role/${tiny}`))
      await addRole(anna, 'tiny')
    },
  )
})

test('a rule for a role is not confirmed for users who get the role, or get it back, after the confirmation', async () => {
  const { anna } = service
  await addUser('nora', 'clerk')
  const again = await expectAnotherConfirmation(
    service.bela,
    () => anna.post('/policy', administer),
    () => addUser('nina', 'tiny'),
  )
  expectSuccess(await confirm(service.bela, again))
  // The role tiny returns.
  const { userAdministration } = service.context
  await userAdministration.change('nora', { roleKey: 'tiny' })
  const roleUntil = new Date(Date.now() + 60_000).toISOString()
  await userAdministration.change('nora', { roleKey: 'clerk', roleUntil })
  expect(confirmationOf(await anna.post('/policy', administer))).not.toBe(again)
})

test('a rule for a role is not confirmed for a role that shows more data since', async () => {
  const { anna } = service
  expectSuccess(await anna.put(`/role/${tiny}`, { dataScope: '5' }))
  await expectAnotherConfirmation(
    service.bela,
    () => anna.post('/policy', administer),
    async () => expectSuccess(await anna.put(`/role/${tiny}`, { dataScope: '1' })),
  )
})

test('a rule for a role is not confirmed for users who see more data since', async () => {
  const { anna, idOf } = service
  const addDepartment = async (fields: object) => Number((await dataOf(anna.post('/dept', fields))).deptId)
  const branch = await addDepartment({ deptName: 'Branch' })
  const finance = await addDepartment({ deptName: 'Finance' })
  expectSuccess(await anna.put(`/role/${tiny}`, { dataScope: '4' }))
  await addUser('nora', 'tiny')
  const nora = `/sys-user/${await idOf('nora')}`
  expectSuccess(await anna.put(nora, { deptId: branch }))
  const send = () => anna.post('/policy', administer)
  await expectAnotherConfirmation(service.bela, send, async () =>
    expectSuccess(await anna.put(nora, { dataScope: '1' })),
  )
  await expectAnotherConfirmation(service.bela, send, async () =>
    expectSuccess(await anna.put(nora, { dataScope: '', deptId: finance })),
  )
  await expectAnotherConfirmation(service.bela, send, async () =>
    expectSuccess(await anna.put(`/dept/${branch}`, { parentId: finance })),
  )
})

test('a rule for a role is not confirmed for users who are enabled since', async () => {
  const { anna, idOf } = service
  await addUser('nora', 'tiny')
  const nora = `/sys-user/${await idOf('nora')}/status`
  expectSuccess(await anna.put(nora, { status: DISABLED }))
  await expectAnotherConfirmation(
    service.bela,
    () => anna.post('/policy', administer),
    async () => expectSuccess(await anna.put(nora, { status: ENABLED })),
  )
})

test('a merge of roles is not confirmed for users who see more data since', async () => {
  const { anna, context, idOf, roleIdOf } = service
  await context.roleAdministration.copy('clerk', { roleKey: 'spare', roleName: 'Spare' })
  await addUser('nora', 'spare')
  expectSuccess(await anna.put(`/sys-user/${await idOf('nora')}`, { dataScope: '5' }))
  await context.policyAdministration.add(
    ['clerk', 'spare'].map((roleKey) => ({ roleKey, method: 'PUT', path: '/api/v1/role/:id' })),
  )
  const merges = [{ keep: await roleIdOf('clerk'), remove: [await roleIdOf('spare')] }]
  const id = confirmationOf(await anna.post('/report/same-rights/clean-up', { merges }))
  expectSuccess(await confirm(service.bela, id))
  // A command makes it without a confirmation.
  await context.userAdministration.change('nora', { dataScope: '1' })
  expect(confirmationOf(await anna.post('/report/same-rights/clean-up', { merges }))).not.toBe(id)
})

test('a role that a user gets is not confirmed with other rules', async () => {
  const { anna, context, idOf, roleIdOf } = service
  const path = `/sys-user/${await idOf('carl')}`
  const roleId = await roleIdOf('helper')
  await expectAnotherConfirmation(
    service.bela,
    () => anna.put(path, { roleId }),
    () => context.policyAdministration.add([{ roleKey: 'helper', method: '*', path: '/api/v1/policy' }]),
  )
})

test('a merge of roles is not confirmed for users who get the kept role after the confirmation', async () => {
  const { anna, context, roleIdOf } = service
  await context.roleAdministration.copy('helper', { roleKey: 'spare', roleName: 'Spare' })
  const merges = [{ keep: await roleIdOf('helper'), remove: [await roleIdOf('spare')] }]
  await expectAnotherConfirmation(
    service.bela,
    () => anna.post('/report/same-rights/clean-up', { merges }),
    () => addUser('nora', 'helper'),
  )
})

test('two users get the same role with two confirmations that wait at the same time', async () => {
  const { anna, bela, idOf, roleIdOf } = service
  await addUser('nora', 'clerk')
  const roleId = await roleIdOf('helper')
  const promotions = ['carl', 'nora'].map(
    (username) => async () => anna.put(`/sys-user/${await idOf(username)}`, { roleId }),
  )
  for (const send of promotions) expectSuccess(await confirm(bela, confirmationOf(await send())))
  for (const send of promotions) expectSuccess(await send())
  expect(await dataOf(anna.get(`/sys-user/${await idOf('nora')}`))).toMatchObject({ roleId })
})

test('a new user with a changed role is known by name: the same request has the same confirmation', async () => {
  const { anna, bela, roleIdOf } = service
  const nora = { username: 'nora', password: passwordOf('nora'), roleId: await roleIdOf('helper') }
  expectSuccess(await withConfirmation(bela, () => anna.post('/sys-user', nora)))
})
