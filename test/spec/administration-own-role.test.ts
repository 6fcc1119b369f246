import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEPUTY_RULES, type DeputyHouse, openDeputyHouse } from '../support/deputy.ts'
import { expectRefused } from '../support/expectations.ts'

// An operator who is not an admin cannot change their own role in any way.

let house: DeputyHouse
let token: string

beforeAll(async () => {
  house = await openDeputyHouse()
  await house.makeRole('clerk', '5', [['GET', '/app/report/:id']])
  token = await house.login('deputy')
})
afterAll(() => house.close())

const ruleOf = (roleKey: string, method: string, path: string) => ({ rules: [{ roleKey, method, path }] })

test('assigning oneself another role is refused, even one with fewer permissions', async () => {
  const self = `/sys-user/${await house.user('deputy')}`
  for (const role of ['clerk', 'admin']) {
    await house.askInVain(token, 'PUT', self, { roleId: await house.role(role) })
    await house.askInVain(token, 'PUT', self, { roleId: await house.role(role), nickName: 'Dora' })
  }
})

test('sending one’s current role unchanged is accepted', async () => {
  const self = `/sys-user/${await house.user('deputy')}`
  const { roleId, nickName } = await house.askWell(token, 'PUT', self, {
    roleId: await house.role('deputy'),
    nickName: 'Dora',
  })
  expect({ roleId, nickName }).toEqual({ roleId: await house.role('deputy'), nickName: 'Dora' })
})

test('changing the scope, key, status or name of one’s own role, or deleting it, is refused', async () => {
  const own = await house.role('deputy')
  const changes = [
    { dataScope: '1' },
    { dataScope: '5' },
    { roleKey: 'boss' },
    { status: '1' },
    { roleName: 'Boss' },
    {},
  ]
  for (const change of changes) await house.askInVain(token, 'PUT', `/role/${own}`, change)
  await house.askInVain(token, 'DELETE', `/role/${own}`, undefined)
  await house.askInVain(token, 'DELETE', '/role', { ids: [await house.role('clerk'), own] })
})

test('adding or removing rules of one’s own role is refused, even rules it already covers', async () => {
  for (const [method, path] of [
    ['GET', '/app/report/7'],
    ['*', '/*'],
    ['GET', '/app/shop/*'],
  ] as const) {
    await house.askInVain(token, 'POST', '/policy', ruleOf('deputy', method, path))
    await house.askInVain(token, 'POST', '/policy/import', { csv: `p, deputy, ${path}, ${method}` })
  }
  for (const [method, path] of DEPUTY_RULES)
    await house.askInVain(token, 'DELETE', '/policy', ruleOf('deputy', method, path))
})

test('a rule for one’s own role among rules for another role: none is added', async () => {
  const rules = [
    { roleKey: 'clerk', method: 'GET', path: '/app/shop/a' },
    { roleKey: 'deputy', method: 'GET', path: '/app/shop/a' },
  ]
  await house.askInVain(token, 'POST', '/policy', { rules })
})

test('another spelling of a role key is an unknown role', async () => {
  for (const roleKey of ['Deputy', 'deputy ', ' deputy', 'deputy\u0000', 'dеputy'])
    await house.askInVain(token, 'POST', '/policy', ruleOf(roleKey, 'GET', '/app/shop/a'))
})

describe('orphaned rules of a role key that no role has', () => {
  const orphan = { roleKey: 'ghost', method: '*', path: '/*' }

  beforeAll(() => house.service.context.policy.insert([orphan]))

  test('an operator who could not add the rules cannot create a role with that key', async () => {
    await house.askInVain(token, 'POST', '/role', { roleKey: 'ghost', roleName: 'Ghost', dataScope: '5' })
  })

  test('a role renamed to that key does not gain the rules', async () => {
    const { roleId } = await house.askWell(token, 'POST', '/role', {
      roleKey: 'harmless',
      roleName: 'Harmless',
      dataScope: '5',
    })
    await house.askWell(token, 'PUT', `/role/${roleId}`, { roleKey: 'ghost' })
    const { rules } = await house.rows()
    expect(rules.filter(({ roleKey }) => roleKey === 'ghost')).toEqual([])
  })
})

describe('with a recreated account', () => {
  test('a new user of the same name cannot get a role that the operator cannot assign', async () => {
    const fields = {
      username: 'helper',
      password: 'some words for the helper',
      roleId: await house.role('clerk'),
    }
    const { userId } = await house.askWell(token, 'POST', '/sys-user', fields)
    await house.askWell(token, 'DELETE', `/sys-user/${userId}`)
    await house.askInVain(token, 'POST', '/sys-user', { ...fields, roleId: await house.role('admin') })
  })

  test('an operator who deletes their own account loses access immediately', async () => {
    const roleId = await house.role('deputy')
    const fields = { username: 'second deputy', password: 'the secret words of second deputy', roleId }
    const { userId } = await house.askWell(token, 'POST', '/sys-user', fields)
    const second = await house.login('second deputy')
    await house.askWell(second, 'DELETE', `/sys-user/${userId}`)
    expectRefused(await house.ask(second, 'POST', '/sys-user', fields), 401)
  })
})
