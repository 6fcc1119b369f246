import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEPUTY_RULES, type DeputyHouse, openDeputyHouse } from '../support/deputy.ts'
import { expectRefused } from '../support/expectations.ts'

// Whoever is no admin may not change their own role, by whatever way there is.

let house: DeputyHouse
let token: string

beforeAll(async () => {
  house = await openDeputyHouse()
  await house.makeRole('clerk', '5', [['GET', '/app/report/:id']])
  token = await house.login('deputy')
})
afterAll(() => house.close())

const ruleOf = (roleKey: string, method: string, path: string) => ({ rules: [{ roleKey, method, path }] })

test('to take another role: not even a lesser one', async () => {
  const self = `/sys-user/${await house.user('deputy')}`
  for (const role of ['clerk', 'admin']) {
    await house.askInVain(token, 'PUT', self, { roleId: await house.role(role) })
    await house.askInVain(token, 'PUT', self, { roleId: await house.role(role), nickName: 'Dora' })
  }
})

test('to send back the role one has is no change of it', async () => {
  const self = `/sys-user/${await house.user('deputy')}`
  const { roleId, nickName } = await house.askWell(token, 'PUT', self, {
    roleId: await house.role('deputy'),
    nickName: 'Dora',
  })
  expect({ roleId, nickName }).toEqual({ roleId: await house.role('deputy'), nickName: 'Dora' })
})

test('to change the role itself: not its scope, key, status or name; to delete it', async () => {
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

test('to write its rules: neither more nor fewer, not even what it may do anyway', async () => {
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

test('hidden among rules for another role: nothing of it is written', async () => {
  const rules = [
    { roleKey: 'clerk', method: 'GET', path: '/app/shop/a' },
    { roleKey: 'deputy', method: 'GET', path: '/app/shop/a' },
  ]
  await house.askInVain(token, 'POST', '/policy', { rules })
})

test('a key that is written a little differently is no role', async () => {
  for (const roleKey of ['Deputy', 'deputy ', ' deputy', 'deputy\u0000', 'dеputy'])
    await house.askInVain(token, 'POST', '/policy', ruleOf(roleKey, 'GET', '/app/shop/a'))
})

describe('rules that stand in the table for a key that no role has', () => {
  const orphan = { roleKey: 'ghost', method: '*', path: '/*' }

  beforeAll(() => house.service.context.policy.insert([orphan]))

  test('nobody makes a role of that key who could not write them', async () => {
    await house.askInVain(token, 'POST', '/role', { roleKey: 'ghost', roleName: 'Ghost', dataScope: '5' })
  })

  test('a role that is renamed to that key does not get them', async () => {
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

describe('with an account that is made anew', () => {
  test('a user of the same name gets no role that the first could not have been given', async () => {
    const fields = {
      username: 'helper',
      password: 'some words for the helper',
      roleId: await house.role('clerk'),
    }
    const { userId } = await house.askWell(token, 'POST', '/sys-user', fields)
    await house.askWell(token, 'DELETE', `/sys-user/${userId}`)
    await house.askInVain(token, 'POST', '/sys-user', { ...fields, roleId: await house.role('admin') })
  })

  test('one who deletes their own is out, and does nothing more', async () => {
    const roleId = await house.role('deputy')
    const fields = { username: 'second deputy', password: 'the secret words of second deputy', roleId }
    const { userId } = await house.askWell(token, 'POST', '/sys-user', fields)
    const second = await house.login('second deputy')
    await house.askWell(second, 'DELETE', `/sys-user/${userId}`)
    expectRefused(await house.ask(second, 'POST', '/sys-user', fields), 401)
  })
})
