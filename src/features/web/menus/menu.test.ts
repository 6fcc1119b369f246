import { expect, test } from 'vitest'
import { appWith, IDENTITY } from '../../../../test/support/route-app.ts'
import { createExclusionList } from '../../../core/permission/exclusion-list.ts'
import { createPermission } from '../../../core/permission/permission.ts'
import { createPolicyIndex } from '../../../core/permission/policy-index.ts'
import { filterMenus, type Menu, withoutButtons } from './menu.ts'
import { menuRoute } from './menu-endpoints.ts'

const index = createPolicyIndex([{ roleKey: 'editor', path: '/api/v1/post', method: 'GET' }])
const permission = createPermission({
  exclusionList: createExclusionList([]),
  policy: { current: () => index },
})
const menus = (...given: Menu[]) => filterMenus(given, { roleKey: 'editor' }, permission)

const allowed = { path: '/api/v1/post', action: 'GET' }
const denied = { path: '/api/v1/post', action: 'DELETE' }
const button = { title: 'Show', menuType: 'F', sysApi: [allowed] }

test('a menu without endpoints stays', () => {
  const plain = { title: 'Home' }
  expect(menus(plain, { title: 'Empty', sysApi: [] })).toEqual([plain, { title: 'Empty', sysApi: [] }])
})

test('a menu with endpoints stays if the role may call one of them', () => {
  const some = { title: 'Posts', sysApi: [denied, allowed] }
  const none = { title: 'Delete', sysApi: [denied] }
  expect(menus(some, none)).toEqual([some])
})

test('an endpoint has its method in action or method; action takes precedence', () => {
  expect(menus({ sysApi: [{ path: '/api/v1/post', method: 'GET' }] })).toHaveLength(1)
  expect(menus({ sysApi: [{ path: '/api/v1/post', method: 'PUT' }] })).toHaveLength(0)
  expect(menus({ sysApi: [{ ...allowed, method: 'PUT' }] })).toHaveLength(1)
  expect(menus({ sysApi: [{ ...denied, method: 'GET' }] })).toHaveLength(0)
})

test('invalid endpoints are ignored', () => {
  const odd = [
    { path: 7, action: 'GET' },
    { path: '/api/v1/other' },
    { path: '/a', action: 7 },
    null,
    'text',
    7,
  ]
  expect(menus({ title: 'Odd', sysApi: odd })).toHaveLength(1)
  expect(menus({ title: 'Odd', sysApi: [...odd, denied] })).toHaveLength(0)
  expect(menus({ title: 'Odd', sysApi: 'text' }, { title: 'Odd', sysApi: denied })).toHaveLength(2)
})

test('submenus are filtered too, and a menu without remaining submenus is removed', () => {
  const child = { title: 'List', sysApi: [allowed] }
  const gone = { title: 'Delete', sysApi: [denied] }
  expect(menus({ title: 'Posts', children: [child, gone] })).toEqual([{ title: 'Posts', children: [child] }])
  expect(menus({ title: 'Posts', children: [gone] })).toEqual([])
  expect(menus({ title: 'Posts', children: [] })).toEqual([{ title: 'Posts', children: [] }])
  expect(menus({ title: 'Posts', children: [null, 7] })).toEqual([{ title: 'Posts', children: [null, 7] }])
  expect(menus({ title: 'A', children: [{ title: 'B', children: [gone] }] })).toEqual([])
})

test('a menu with roles stays for these and for admin, and the keys of the roles are not returned', () => {
  const mine = {
    title: 'Mine',
    roles: ['editor'],
    children: [{ title: 'Other', roles: ['clerk'] }, { title: 'Page' }],
  }
  expect(menus(mine)).toEqual([{ title: 'Mine', children: [{ title: 'Page' }] }])
  expect(menus({ title: 'Nobody', roles: [] }, { title: 'Odd', roles: 'editor' })).toEqual([])
  expect(menus({ title: 'Denied', roles: ['editor'], sysApi: [denied] })).toEqual([])
  expect(filterMenus([{ title: 'Nobody', roles: [] }], { roleKey: 'admin' }, permission)).toEqual([
    { title: 'Nobody' },
  ])
})

test('buttons are not in the navigation, and a page stays without its buttons', () => {
  const page = { title: 'Posts', menuType: 'C', sysApi: [allowed] }
  expect(withoutButtons([{ ...page, children: [button] }, page, button])).toEqual([
    { ...page, children: [] },
    page,
  ])
})

test('the endpoint returns the caller’s menus', async () => {
  const app = appWith(
    'GET',
    menuRoute([{ title: 'Posts', sysApi: [allowed] }, { sysApi: [denied] }, button], permission),
  )
  expect((await app.inject('/')).json().data).toEqual([{ title: 'Posts', sysApi: [allowed] }])
  await app.close()
  const admin = appWith('GET', menuRoute([{ sysApi: [denied] }], permission), {
    ...IDENTITY,
    roleKey: 'admin',
  })
  expect((await admin.inject('/')).json().data).toHaveLength(1)
  await admin.close()
})
