import { expect, test } from 'vitest'
import { appWith, IDENTITY } from '../../../test/support/route-app.ts'
import { createAccessQuestion } from '../../features/policy/explain/access-question.ts'
import { explainAccessRoute } from '../../features/policy/explain/explain-access-endpoint.ts'
import { createRouteRegistry } from '../check/routes/route-registry.ts'
import type { Role } from '../role/role.ts'
import { DISABLED, ENABLED } from '../user/status.ts'
import type { User } from '../user/user.ts'
import { createExclusionList } from './exclusion-list.ts'
import { createPermission } from './permission.ts'
import { permissionRoutes } from './permission-endpoints.ts'
import { createPolicyIndex } from './policy-index.ts'

const rule = { roleKey: 'editor', path: '/api/v1/post/:id', method: 'PUT' }
const index = createPolicyIndex([rule])
const exclusionList = createExclusionList([])
const registry = createRouteRegistry()
registry.add('service', { method: 'GET', path: '/api/v1/role', checks: 'both' })

const SAME = { remark: '', revision: 1, createdAt: '', updatedAt: '' }
const MAX_LENGTH_KEY = 'r'.repeat(64)
const roles: readonly Role[] = ['admin', 'editor', 'retired', MAX_LENGTH_KEY].map((roleKey, i) => ({
  ...SAME,
  roleId: i + 1,
  roleKey,
  roleName: roleKey,
  dataScope: '1',
  deptIds: [],
  status: roleKey === 'retired' ? DISABLED : ENABLED,
}))
const users: readonly User[] = [
  { username: 'eva', roleId: 2, status: ENABLED, pwdChangeDue: true },
  { username: 'gone', roleId: 2, status: DISABLED, pwdChangeDue: false },
  { username: 'old', roleId: 3, status: ENABLED, pwdChangeDue: false },
].map((user, i) => ({
  ...SAME,
  ...user,
  roleUntil: null,
  formerRoleId: 0,
  deptId: 0,
  dataScope: '',
  userId: i + 1,
  nickName: '',
  email: '',
  phone: '',
  loginMethods: [],
}))

const permission = createPermission({ exclusionList, policy: { current: () => index } })
const askAccess = createAccessQuestion({
  registry,
  permission,
  usage: { routesOf: async () => [] },
  roleAuthorityOf: async () => {
    throw new Error('the operator sees all roles')
  },
  roles: { findByKey: async (key) => roles.find(({ roleKey }) => roleKey === key) },
  rolesInForce: {
    all: async () => [...roles],
    find: async (id) => roles.find(({ roleId }) => roleId === id),
    findMany: async () => new Map(),
  },
  users: {
    findIn: async (_scope, id) => users.find(({ userId }) => userId === id),
    findByNameIn: async (_scope, name) => users.find(({ username }) => username === name),
  },
})
const routes = {
  ...permissionRoutes({ exclusionList, registry, permission }),
  explain: explainAccessRoute(
    {
      permission,
      sessionStore: {
        findOwner: async (_scope, id) => (id === 5 ? { userId: 1, nonce: 'n'.repeat(22) } : undefined),
      },
      now: () => 0,
    },
    askAccess,
  ),
}

async function call(route: keyof typeof routes, query: Record<string, string> = {}, roleKey = 'admin') {
  const app = appWith('GET', routes[route], { ...IDENTITY, roleKey })
  const response = await app.inject({ url: '/', query })
  await app.close()
  return response.json()
}

test('returns the exclusion list and the routes', async () => {
  expect((await call('exclusion')).data).toEqual(exclusionList.entries)
  expect((await call('route')).data).toEqual([
    { method: 'GET', path: '/api/v1/role', checks: 'both', origin: 'service', class: 'policy' },
  ])
})

test.each([
  ['admin', 'DELETE', '/api/v1/role', { allowed: true, why: 'admin' }],
  ['editor', 'POST', '/api/v1/login', { allowed: true, why: 'excluded' }],
  ['editor', 'PUT', '/api/v1/post/7', { allowed: true, why: 'rule', rule }],
  [
    'editor',
    'HEAD',
    '/api/v1/post/7',
    {
      allowed: false,
      why: 'denied',
      missingRule: { roleKey: 'editor', method: 'GET', path: '/api/v1/post/7' },
      routeRule: { roleKey: 'editor', method: 'GET', path: '/api/v1/post/:id' },
      nearestRules: [{ ...rule, differs: 'method' }],
      command: 'castellan policy add editor GET /api/v1/post/:id',
    },
  ],
  [
    'retired',
    'GET',
    '/api/v1/post/7',
    {
      allowed: false,
      why: 'role-disabled',
      command: 'castellan role change retired --status enabled',
    },
  ],
])('explains the decision for %s %s %s', async (roleKey, method, path, access) => {
  const data = { roleKey, ...access }
  expect(await call('explain', { roleKey, method, path })).toEqual({ code: 200, msg: 'OK', data })
})

test.each([
  [{ username: 'eva' }, { allowed: true, why: 'rule', rule }],
  [{ userId: '1' }, { allowed: true, why: 'rule', user: { userId: 1, username: 'eva', pwdChangeDue: true } }],
  [{ tokenId: '5' }, { allowed: true, user: { userId: 1, username: 'eva', pwdChangeDue: true } }],
  [{ tokenId: `5-${'n'.repeat(22)}` }, { allowed: true, why: 'rule' }],
  [{ username: 'gone' }, { allowed: false, why: 'user-disabled', command: 'castellan user enable gone' }],
  [{ username: 'old' }, { allowed: false, why: 'role-disabled', roleKey: 'retired' }],
])('explains the decision for the user %j', async (user, access) => {
  const question = { ...user, method: 'PUT', path: '/api/v1/post/7' }
  expect(await call('explain', question)).toMatchObject({ code: 200, data: access })
})

test('a caller who may not list users cannot ask about one', async () => {
  const question = { method: 'PUT', path: '/api/v1/post/7' }
  for (const user of [
    { username: 'eva' },
    { username: 'nobody' },
    { userId: '1' },
    { userId: '99' },
    { tokenId: '5' },
  ])
    expect(await call('explain', { ...question, ...user }, 'editor')).toMatchObject({ code: 401 })
  expect(await call('explain', { ...question, roleKey: 'editor' }, 'editor')).toMatchObject({ code: 200 })
})

test.each([
  [{ roleKey: 'Editor' }, 404, 'There is no role with the key "Editor".'],
  [{ username: 'nobody' }, 404, 'There is no user with the username "nobody".'],
  [{ userId: '99' }, 404, 'There is no user with the ID 99.'],
  [{ tokenId: '6' }, 404, 'There is no session with the ID 6.'],
  [{ tokenId: `5-${'x'.repeat(22)}` }, 404, 'There is no session with the ID 5.'],
  [{ tokenId: 'eyJ.x.y' }, 400, /tokenId must be the claim "jti"/],
  [{ roleKey: 'editor', method: 'BREW' }, 400, /the method "BREW" is unknown/],
  [{ roleKey: 'editor', path: 'api/v1/a' }, 400, /the path "api\/v1\/a" must start with "\/"/],
])('%j is an error, not a denial', async (change, code, msg) => {
  const response = await call('explain', { method: 'GET', path: '/a', ...change })
  expect(response).toMatchObject({ code, msg: typeof msg === 'string' ? msg : expect.stringMatching(msg) })
})

const good = { roleKey: 'editor', method: 'GET', path: '/' }

test.each([
  ['the longest role key', { roleKey: MAX_LENGTH_KEY }],
  ['the longest path', { path: `/${'a'.repeat(4095)}` }],
])('%s is accepted', async (_name, change) => {
  expect((await call('explain', { ...good, ...change })).code).toBe(200)
})

test.each([
  ['neither role nor user', { method: 'GET', path: '/' }],
  ['a role and a user', { ...good, username: 'eva' }],
  ['a user id that is not a number', { method: 'GET', path: '/', userId: 'x' }],
  ['no method', { roleKey: 'editor', path: '/' }],
  ['no path', { roleKey: 'editor', method: 'GET' }],
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

test('an operator who may not list rules sees no rules that are near', async () => {
  const question = { roleKey: 'editor', method: 'GET', path: '/api/v1/post/7' }
  expect((await call('explain', question)).data.nearestRules).toHaveLength(1)
  expect((await call('explain', question, 'editor')).data).not.toHaveProperty('nearestRules')
})
