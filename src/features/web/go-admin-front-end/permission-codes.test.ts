import { expect, test } from 'vitest'
import { decidedByRules, permissionCodes } from './permission-codes.ts'

const users = {
  title: 'Users',
  permission: 'user:list',
  sysApi: [{ path: '/api/v1/sys-user', action: 'GET' }],
}
const button = {
  title: 'Add',
  menuType: 'F',
  permission: 'user:add',
  sysApi: [{ path: '/x', action: 'POST' }],
}
const manual = { title: 'Manual', permission: 'manual' }

test('rules decide about menus with endpoints or menus below, and the list of roles about the others', () => {
  const roles = ['editor']
  const given = [
    {
      title: 'All',
      roles,
      children: [
        { ...users, roles },
        { ...manual, roles },
      ],
    },
  ]
  expect(decidedByRules(given)).toEqual([{ title: 'All', children: [users, { ...manual, roles }] }])
  const withButton = { ...manual, roles, children: [button] }
  expect(decidedByRules([withButton])).toEqual([withButton])
})

test('a role has the codes of the menus of which it may call an endpoint, and of its pages without one', () => {
  const menus = [{ children: [users, button] }, { ...manual, roles: ['editor'] }]
  const mayCall = (path: string) => path === '/api/v1/sys-user'
  expect(permissionCodes(menus, 'editor', mayCall)).toEqual(['user:list', 'manual'])
  expect(permissionCodes(menus, 'clerk', mayCall)).toEqual(['user:list'])
  expect(permissionCodes(menus, 'clerk', () => false)).toEqual([])
})
