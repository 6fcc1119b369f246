import { expect, test } from 'vitest'
import type { PolicyRule } from '../../../core/permission/policy-rule.ts'
import type { Role } from '../../../core/role/role.ts'
import { findCoveredRules } from './covered-rules.ts'
import { groupBySameRights, rightsByRole } from './same-rights.ts'

let nextId = 1
const role = (roleKey: string, fields: Partial<Role> = {}): Role => ({
  roleId: nextId++,
  roleKey,
  roleName: roleKey,
  dataScope: '1',
  deptIds: [],
  status: '2',
  remark: '',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  ...fields,
})
const rulesOf = (roleKey: string, ...rules: string[]): PolicyRule[] =>
  rules.map((text) => {
    const [method = '', path = ''] = text.split(' ')
    return { roleKey, path, method }
  })

async function groupsOf(
  roles: readonly Role[],
  rules: readonly PolicyRule[],
  rolesInSettings: readonly string[] = [],
): Promise<string[][]> {
  const rights = await rightsByRole(rules, await findCoveredRules(rules))
  const groups = groupBySameRights(roles, rights, new Set(rolesInSettings))
  return groups.map((group) => group.map(({ roleKey }) => roleKey))
}

test('roles whose rules allow the same calls have the same rights, however they are written', async () => {
  const rules = [
    ...rulesOf('a', 'GET /orders/:id', 'PUT /orders/*'),
    ...rulesOf('b', 'PUT /orders/*', 'GET /orders/:number', 'PUT /orders/:id'),
    ...rulesOf('c', 'GET /orders/:id'),
    ...rulesOf('d', 'GET /orders/:id', 'PUT /orders/*', 'DELETE /orders/*'),
  ]
  expect(
    await groupsOf(
      ['a', 'b', 'c', 'd'].map((key) => role(key)),
      rules,
    ),
  ).toEqual([['a', 'b']])
})

test('another status or data scope is another right', async () => {
  const roles = [
    role('a'),
    role('b', { status: '1' }),
    role('c', { dataScope: '5' }),
    role('d', { status: '1' }),
  ]
  const rules = roles.flatMap(({ roleKey }) => rulesOf(roleKey, 'GET /orders'))
  expect(await groupsOf(roles, rules)).toEqual([['b', 'd']])
})

test('the admin role and roles with custom departments are never the same as others', async () => {
  const roles = [role('admin'), role('a', { dataScope: '2' }), role('b', { dataScope: '2' })]
  expect(await groupsOf(roles, [])).toEqual([])
})

test('a role that a setting names is never the same as another', async () => {
  const roles = ['a', 'b', 'c', 'd'].map((key) => role(key))
  expect(await groupsOf(roles, [], ['b', 'd'])).toEqual([['a', 'c']])
})

test('roles without valid rules have the same rights', async () => {
  expect(await groupsOf([role('a'), role('b')], rulesOf('a', 'GET /x*'))).toEqual([['a', 'b']])
})
