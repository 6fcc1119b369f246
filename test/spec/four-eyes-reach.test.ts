// docs/specification.md, 17a

import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectSuccess } from '../support/expectations.ts'
import { confirmationOf, type FourEyesService, startFourEyesService } from '../support/four-eyes.ts'
import { addRole, dataOf, listOf, loginOperator, passwordOf, type Thing } from '../support/operator.ts'

let service: FourEyesService
beforeEach(async () => {
  service = await startFourEyesService(['grant-administration', 'change-administrator-role'])
})
afterEach(() => service.close())

interface Reach {
  readonly users: readonly Thing[]
  readonly roles: readonly Thing[]
}

/** Returns what a confirmer sees of a change that waits. */
async function reachOf(id: number): Promise<Reach> {
  const found = (await listOf(service.bela, '/confirmation')).find((one) => one.id === id)
  return found?.reach as Reach
}

test('the confirmer sees what a user may call and see, and logs in with, before and after', async () => {
  const { anna, context, idOf, roleIdOf } = service
  const deptId = Number((await dataOf(anna.post('/dept', { deptName: 'Sales' }))).deptId)
  await context.userAdministration.change('carl', { deptId, dataScope: '4', email: 'carl@example.com' })
  const carl = await idOf('carl')
  const link = { issuer: 'https://id.example.com', subject: 'c-1' }
  expectSuccess(await anna.post(`/sys-user/${carl}/link`, link))
  const change = { roleId: await roleIdOf('helper'), dataScope: '', email: 'other@example.com' }
  const id = confirmationOf(await anna.put(`/sys-user/${carl}`, change))
  const same = {
    username: 'carl',
    enabled: true,
    phone: '',
    loginMethods: [],
    hasPassword: true,
    hasSecondFactor: false,
    passkeys: 0,
    links: [link],
  }
  expect(await reachOf(id)).toEqual({
    users: [
      {
        userId: carl,
        before: {
          ...same,
          role: { roleKey: 'clerk', isAdmin: false, ruleCount: 1, rules: ['GET /api/v1/sys-user'] },
          scope: { kind: 'departments', count: 1, first: [{ deptId, deptName: 'Sales' }] },
          email: 'carl@example.com',
        },
        after: {
          ...same,
          role: {
            roleKey: 'helper',
            isAdmin: false,
            ruleCount: 2,
            rules: ['* /api/v1/sys-user', '* /api/v1/sys-user/*'],
          },
          scope: { kind: 'all', count: 0, first: [] },
          email: 'other@example.com',
        },
      },
    ],
    roles: [],
  })
})

test('the confirmer sees the rules, data and users of a role before and after', async () => {
  const { anna, context } = service
  const roleId = await addRole(anna, 'tiny', [], { dataScope: '5' })
  await context.userAdministration.add({ username: 'nora', password: passwordOf('nora'), roleKey: 'tiny' })
  const rule = { roleKey: 'tiny', method: 'POST', path: '/api/v1/role' }
  const role = {
    roleKey: 'tiny',
    isAdmin: false,
    enabled: true,
    dataScope: '5',
    departments: { count: 0, first: [] },
    holders: { count: 1, first: ['nora'], scope: { kind: 'own', count: 0, first: [] } },
  }
  expect(await reachOf(confirmationOf(await anna.post('/policy', { rules: [rule] })))).toEqual({
    users: [],
    roles: [
      {
        roleId,
        before: { ...role, ruleCount: 0, rules: [] },
        after: { ...role, ruleCount: 1, rules: ['POST /api/v1/role'] },
      },
    ],
  })
})

test('what is new has no id and nothing before, what is deleted has nothing after', async () => {
  const { anna, roleIdOf } = service
  const nora = { username: 'nora', password: passwordOf('nora'), roleId: await roleIdOf('helper') }
  const { users } = await reachOf(confirmationOf(await anna.post('/sys-user', nora)))
  expect(users).toEqual([{ after: expect.objectContaining({ username: 'nora', hasPassword: true }) }])
  const spare = { roleKey: 'spare', roleName: 'Spare' }
  const helper = await roleIdOf('helper')
  const copied = await reachOf(confirmationOf(await anna.post(`/role/${helper}/copy`, spare)))
  expect(copied.roles).toEqual([{ after: expect.objectContaining({ roleKey: 'spare', ruleCount: 2 }) }])
  const roleId = (await service.context.roleAdministration.copy('helper', spare)).roleId
  const { roles } = await reachOf(confirmationOf(await anna.remove(`/role/${roleId}`)))
  expect(roles).toEqual([{ roleId, before: expect.objectContaining({ roleKey: 'spare' }) }])
})

test('whoever sees more data because a department moves is shown', async () => {
  const { anna, context, idOf } = service
  const add = async (deptName: string) => Number((await dataOf(anna.post('/dept', { deptName }))).deptId)
  const [sales, finance] = [await add('Sales'), await add('Finance')]
  await context.userAdministration.change('helga', { deptId: sales, dataScope: '4' })
  const { users } = await reachOf(confirmationOf(await anna.put(`/dept/${finance}`, { parentId: sales })))
  const scopes = users.map(({ userId, before, after }) => [
    userId,
    (before as { scope: Thing }).scope,
    (after as { scope: Thing }).scope,
  ])
  const [one, other] = [
    { deptId: sales, deptName: 'Sales' },
    { deptId: finance, deptName: 'Finance' },
  ]
  expect(scopes).toEqual([
    [
      await idOf('helga'),
      { kind: 'departments', count: 1, first: [one] },
      { kind: 'departments', count: 2, first: [one, other] },
    ],
  ])
})

test('whoever asks does not see it with the confirmations that they have asked for', async () => {
  const { base, context, roleIdOf } = service
  const helga = await loginOperator(base, { username: 'helga', password: passwordOf('helga') })
  const carl = await context.userIdOf('carl')
  const id = confirmationOf(await helga.put(`/sys-user/${carl}`, { roleId: await roleIdOf('helper') }))
  const own = await dataOf<readonly Thing[]>(helga.get('/user/confirmation'))
  expect(own).toMatchObject([{ id }])
  expect(own[0]).not.toHaveProperty('reach')
  const withdrawn = await helga.remove(`/user/confirmation/${id}`)
  expectSuccess(withdrawn)
  expect(withdrawn.body.data).not.toHaveProperty('reach')
})
