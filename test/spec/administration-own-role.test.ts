import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeputyFixture, DEPUTY_RULES } from '../support/deputy-fixture.ts'
import { expectRefused } from '../support/expectations.ts'

// An operator who is not an admin cannot change their own role in any way.

const fixture = await createDeputyFixture()
afterAll(fixture.close)
await fixture.createRoleWithUser('clerk', '5', [['GET', '/app/report/:id']])
const token = await fixture.login('deputy')

const ruleOf = (roleKey: string, method: string, path: string) => ({ rules: [{ roleKey, method, path }] })

test('assigning oneself another role is refused, even one with fewer permissions', async () => {
  const self = `/sys-user/${await fixture.user('deputy')}`
  for (const role of ['clerk', 'admin']) {
    await fixture.expectRequestRefused(token, 'PUT', self, { roleId: await fixture.role(role) })
    await fixture.expectRequestRefused(token, 'PUT', self, {
      roleId: await fixture.role(role),
      nickName: 'Dora',
    })
  }
})

test('sending one’s current role unchanged is accepted', async () => {
  const self = `/sys-user/${await fixture.user('deputy')}`
  const { roleId, nickName } = await fixture.expectRequestAccepted(token, 'PUT', self, {
    roleId: await fixture.role('deputy'),
    nickName: 'Dora',
  })
  expect({ roleId, nickName }).toEqual({ roleId: await fixture.role('deputy'), nickName: 'Dora' })
})

test('changing the scope, key, status or name of one’s own role, or deleting it, is refused', async () => {
  const own = await fixture.role('deputy')
  const changes = [
    { dataScope: '1' },
    { dataScope: '5' },
    { roleKey: 'boss' },
    { status: '1' },
    { roleName: 'Boss' },
    {},
  ]
  for (const change of changes) await fixture.expectRequestRefused(token, 'PUT', `/role/${own}`, change)
  await fixture.expectRequestRefused(token, 'DELETE', `/role/${own}`, undefined)
  await fixture.expectRequestRefused(token, 'DELETE', '/role', { ids: [await fixture.role('clerk'), own] })
})

test('adding or removing rules of one’s own role is refused, even rules it already covers', async () => {
  for (const [method, path] of [
    ['GET', '/app/report/7'],
    ['*', '/*'],
    ['GET', '/app/shop/*'],
  ] as const) {
    await fixture.expectRequestRefused(token, 'POST', '/policy', ruleOf('deputy', method, path))
    await fixture.expectRequestRefused(token, 'POST', '/policy/import', {
      csv: `p, deputy, ${path}, ${method}`,
    })
  }
  const clerkRule = { roleKey: 'clerk', method: 'GET', path: '/app/report/:id' }
  for (const [method, path] of DEPUTY_RULES) {
    await fixture.expectRequestRefused(token, 'DELETE', '/policy', ruleOf('deputy', method, path))
    const own = { roleKey: 'deputy', method, path }
    await fixture.expectRequestRefused(token, 'POST', '/policy/change', { remove: [clerkRule, own] })
    await fixture.expectRequestRefused(token, 'POST', '/policy/change', {
      add: [{ ...own, path: '/app/report/7' }],
      remove: [clerkRule],
    })
  }
})

test('a rule for one’s own role among rules for another role: none is added', async () => {
  const rules = [
    { roleKey: 'clerk', method: 'GET', path: '/app/shop/a' },
    { roleKey: 'deputy', method: 'GET', path: '/app/shop/a' },
  ]
  await fixture.expectRequestRefused(token, 'POST', '/policy', { rules })
})

test('another spelling of a role key is an unknown role', async () => {
  for (const roleKey of ['Deputy', 'deputy ', ' deputy', 'deputy\u0000', 'dеputy'])
    await fixture.expectRequestRefused(token, 'POST', '/policy', ruleOf(roleKey, 'GET', '/app/shop/a'))
})

describe('orphaned rules of a role key that no role has', () => {
  const orphan = { roleKey: 'ghost', method: '*', path: '/*' }

  beforeAll(() => fixture.service.context.policyStore.insert([orphan]))

  test('an operator who could not add the rules cannot create a role with that key', async () => {
    await fixture.expectRequestRefused(token, 'POST', '/role', {
      roleKey: 'ghost',
      roleName: 'Ghost',
      dataScope: '5',
    })
  })

  test('a role renamed to that key does not gain the rules', async () => {
    const { roleId } = await fixture.expectRequestAccepted(token, 'POST', '/role', {
      roleKey: 'harmless',
      roleName: 'Harmless',
      dataScope: '5',
    })
    await fixture.expectRequestAccepted(token, 'PUT', `/role/${roleId}`, { roleKey: 'ghost' })
    const { rules } = await fixture.rows()
    expect(rules.filter(({ roleKey }) => roleKey === 'ghost')).toEqual([])
  })
})

describe('with a recreated account', () => {
  test('a new user of the same name cannot get a role that the operator cannot assign', async () => {
    const fields = {
      username: 'helper',
      password: 'some words for the helper',
      roleId: await fixture.role('clerk'),
    }
    const { userId } = await fixture.expectRequestAccepted(token, 'POST', '/sys-user', fields)
    await fixture.expectRequestAccepted(token, 'DELETE', `/sys-user/${userId}`)
    await fixture.expectRequestRefused(token, 'POST', '/sys-user', {
      ...fields,
      roleId: await fixture.role('admin'),
    })
  })

  test('an operator who deletes their own account loses access immediately', async () => {
    const roleId = await fixture.role('deputy')
    const fields = { username: 'second deputy', password: 'the secret words of second deputy', roleId }
    const { userId } = await fixture.expectRequestAccepted(token, 'POST', '/sys-user', fields)
    const second = await fixture.login('second deputy')
    await fixture.expectRequestAccepted(second, 'DELETE', `/sys-user/${userId}`)
    expectRefused(await fixture.send(second, 'POST', '/sys-user', fields), 401)
  })
})
