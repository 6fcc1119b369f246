import { expect, test } from 'vitest'
import { appWith } from '../../test/support/route-app.ts'
import { createRouteRegistry } from '../http/route-registry.ts'
import { createExclusionList } from '../permission/exclusion-list.ts'
import { createPermission } from '../permission/permission.ts'
import { createPolicyIndex } from '../permission/policy-index.ts'
import { permissionRoutes } from './permission.ts'

const rule = { roleKey: 'editor', path: '/api/v1/post/:id', method: 'PUT' }
const index = createPolicyIndex([rule])
const exclusionList = createExclusionList([])
const registry = createRouteRegistry()
registry.add({ method: 'GET', path: '/api/v1/role', checks: 'both' })
const routes = permissionRoutes({
  exclusionList,
  registry,
  permission: createPermission({ exclusionList, policy: { current: () => index } }),
})

async function call(route: keyof typeof routes, query: Record<string, string> = {}) {
  const app = appWith('GET', routes[route])
  const response = await app.inject({ url: '/', query })
  await app.close()
  return response.json()
}

test('returns the exclusion list and the routes', async () => {
  expect((await call('exclusion')).data).toEqual(exclusionList.entries)
  expect((await call('route')).data).toEqual([{ method: 'GET', path: '/api/v1/role', checks: 'both' }])
})

test.each([
  ['admin', 'DELETE', '/api/v1/role', { why: 'admin' }],
  ['editor', 'POST', '/api/v1/login', { why: 'excluded' }],
  ['editor', 'PUT', '/api/v1/post/7', { why: 'rule', rule }],
  ['editor', 'GET', '/api/v1/post/7', { why: 'denied' }],
])('explains the decision for %s %s %s', async (roleKey, method, path, why) => {
  expect(await call('explain', { roleKey, method, path })).toEqual({ code: 200, msg: 'OK', data: why })
})

const good = { roleKey: 'editor', method: 'GET', path: '/' }

test.each([
  ['the longest role key', { roleKey: 'r'.repeat(64) }],
  ['the longest path', { path: `/${'a'.repeat(4095)}` }],
  ['the longest method', { method: 'A'.repeat(20) }],
  ['the shortest method', { method: 'A' }],
])('%s is accepted', async (_name, change) => {
  expect((await call('explain', { ...good, ...change })).code).toBe(200)
})

test.each([
  ['no role key', { method: 'GET', path: '/' }],
  ['no method', { roleKey: 'r', path: '/' }],
  ['no path', { roleKey: 'r', method: 'GET' }],
  ['an empty role key', { ...good, roleKey: '' }],
  ['a long role key', { ...good, roleKey: 'r'.repeat(65) }],
  ['a path without a slash', { ...good, path: 'a/b' }],
  ['a long path', { ...good, path: `/${'a'.repeat(4096)}` }],
  ['a method in small letters', { ...good, method: 'get' }],
  ['a method with a space', { ...good, method: 'GET ' }],
  ['an empty method', { ...good, method: '' }],
  ['a long method', { ...good, method: 'A'.repeat(21) }],
])('%s is refused', async (_name, query) => {
  expect(await call('explain', query)).toMatchObject({ code: 400 })
})
