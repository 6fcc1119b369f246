import { expect, test } from 'vitest'
import { METHODS } from '../../../platform/http/call/method.ts'
import { createExclusionList, type ExclusionList } from '../../permission/exclusion-list.ts'
import { classifyRoutes } from './route-classes.ts'
import type { RegisteredRoute } from './route-registry.ts'

const reason = 'all users read the notices'
const exclusionList = createExclusionList([
  { method: 'GET', path: '/api/v1/notice/:id', reason },
  { method: '*', path: '/api/v1/shop/open/*', reason },
])
const route = (given: Partial<RegisteredRoute>): RegisteredRoute => ({
  method: 'GET',
  path: '/api/v1/orders',
  checks: 'both',
  origin: 'app',
  ...given,
})
const classOf = (given: Partial<RegisteredRoute>) => classifyRoutes([route(given)], exclusionList)[0]?.class

test.each([
  ['an endpoint of the service without checks', { checks: 'none', origin: 'service' }, 'public'],
  ['a route of the app without checks', { checks: 'none' }, 'unguarded'],
  ['only the identity check', { checks: 'identity' }, 'identity'],
  ['both checks', {}, 'policy'],
  ['an upstream service', { origin: 'upstream', path: '/api/v1/orders/*' }, 'policy'],
  ['the endpoint for proxies', { checks: 'none', origin: 'service', decidesForProxies: true }, 'policy'],
  ['on the exclusion list', { path: '/api/v1/notice/:noticeId' }, 'excluded'],
  ['on the built-in list', { method: 'POST', path: '/api/v1/logout', origin: 'service' }, 'excluded'],
  ['another method than the excluded one', { method: 'PUT', path: '/api/v1/notice/:id' }, 'policy'],
  ['below an excluded path', { method: 'PUT', path: '/api/v1/shop/open/:id' }, 'excluded'],
  [
    'an excluded path without the permission check',
    { path: '/api/v1/notice/:id', checks: 'none' },
    'unguarded',
  ],
] as const)('%s', (_name, given, expected) => {
  expect(classOf(given)).toBe(expected)
})

test('a route of which a part is excluded names the part', () => {
  const [wildcard] = classifyRoutes([route({ path: '/api/v1/shop/*', origin: 'upstream' })], exclusionList)
  expect(wildcard).toEqual({
    method: 'GET',
    path: '/api/v1/shop/*',
    checks: 'both',
    origin: 'upstream',
    class: 'policy',
    exclusions: [{ method: '*', path: '/api/v1/shop/open/*', reason }],
  })
})

test('a route in the syntax of a router, which no entry can cover completely, names the part', () => {
  const [file] = classifyRoutes([route({ path: '/api/v1/notice/:name.png' })], exclusionList)
  expect(file).toMatchObject({ class: 'policy', exclusions: [{ path: '/api/v1/notice/:id' }] })
})

const listed = (given: readonly Partial<RegisteredRoute>[], exclude: ExclusionList) =>
  classifyRoutes(given.map(route), exclude).map(
    (one) => `${one.method} ${one.path} ${one.class} ${one.origin}`,
  )

test('an entry that matches no route is listed: a proxy or an app can ask about every path', () => {
  const list = createExclusionList([{ method: '*', path: '/shop/*', reason }])
  expect(classifyRoutes([], list)).toEqual([
    {
      method: '*',
      path: '/shop/*',
      checks: 'both',
      origin: 'settings',
      class: 'excluded',
      exclusions: [{ method: '*', path: '/shop/*', reason }],
    },
  ])
})

test('an entry that opens more than the routes that it matches is listed too', () => {
  const list = createExclusionList([{ method: '*', path: '/shop/*', reason }])
  expect(listed([{ path: '/shop/status' }], list)).toEqual([
    'GET /shop/status excluded app',
    '* /shop/* excluded settings',
  ])
})

test('an unguarded or public route does not hide an entry', () => {
  const list = createExclusionList([{ method: 'GET', path: '/shop/:id', reason }])
  expect(listed([{ path: '/*', checks: 'none' }], list)).toEqual([
    'GET /* unguarded app',
    'GET /shop/:id excluded settings',
  ])
})

test('an entry that the lines of routes show completely is not listed again', () => {
  const list = createExclusionList([
    { method: 'GET', path: '/notice/:id', reason },
    { method: '*', path: '/shop/*', reason },
    { method: '*', path: '/crm/open/*', reason },
  ])
  const routes = [
    { path: '/notice/:noticeId' },
    ...METHODS.map((method) => ({ method, path: '/shop/*' })),
    { path: '/crm/*' },
  ]
  expect(listed(routes, list).filter((line) => line.endsWith('settings'))).toEqual([])
})
