import { expect, test } from 'vitest'
import type { Schemas } from '../../shell/api/client.ts'
import { groupsOf, rowsOf, withoutUnusedMethods } from './matrix-rows.ts'

const route = (
  path: string,
  origin: Schemas['Route']['origin'] = 'service',
  method = 'GET',
): Schemas['Route'] => ({
  method,
  path,
  checks: 'both',
  class: 'policy',
  origin,
})
const rule = (path: string, method = 'GET') => ({ method, path })

test('an endpoint that only a rule names has a row; a rule for a route has none of its own', () => {
  const rows = rowsOf(
    [route('/api/v1/sys-user/:id')],
    [
      rule('/api/v1/sys-user/:userId'),
      rule('/api/v1/orders'),
      rule('/api/v1/orders'),
      rule('/api/v1/orders', '*'),
    ],
  )
  expect(rows.map(({ method, path, origin }) => [method, path, origin])).toEqual([
    ['GET', '/api/v1/sys-user/:id', 'service'],
    ['*', '/api/v1/orders', 'rule'],
    ['GET', '/api/v1/orders', 'rule'],
  ])
})

test('a route replaces an entry of the exclusion list for the same endpoint', () => {
  const rows = rowsOf(
    [route('/shop/:id', 'app'), route('/shop/:number', 'settings'), route('/x', 'settings')],
    [],
  )
  expect(rows.map(({ path, origin }) => [path, origin])).toEqual([
    ['/shop/:id', 'app'],
    ['/x', 'settings'],
  ])
})

test('resources of the app and of rules come before those of the service', () => {
  const groups = groupsOf(
    rowsOf(
      [
        route('/api/v1/sys-user'),
        route('/api/v1/role'),
        route('/api/v1/role/:id'),
        route('/api/v1/things/:id', 'app'),
      ],
      [
        rule('/api/v1/orders/:id'),
        rule('/api/v1/orders'),
        rule('/shop/carts'),
        rule('/*'),
        rule('/api/v1/role/7'),
      ],
    ),
  )
  expect(groups.map(({ resource, rows }) => [resource, rows.map(({ path }) => path)])).toEqual([
    ['/*', ['/*']],
    ['/api/v1/orders', ['/api/v1/orders', '/api/v1/orders/:id']],
    ['/api/v1/things', ['/api/v1/things/:id']],
    ['/shop', ['/shop/carts']],
    ['/api/v1/role', ['/api/v1/role', '/api/v1/role/:id', '/api/v1/role/7']],
    ['/api/v1/sys-user', ['/api/v1/sys-user']],
  ])
})

test('of a path with very many methods, those that no rule names are left out', () => {
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].map((method) =>
    route('/shop/*', 'app', method),
  )
  const few = [route('/orders', 'app', 'GET'), route('/orders', 'app', 'OPTIONS')]
  const rows = rowsOf([...all, ...few], [])
  const methodsLeft = (rules: readonly { method: string; path: string }[]) =>
    withoutUnusedMethods(rows, rules).map(({ method, path }) => `${method} ${path}`)
  expect(methodsLeft([rule('/shop/carts', 'PUT'), rule('/*', '*'), rule('/other', 'GET')])).toEqual([
    'PUT /shop/*',
    'GET /orders',
    'OPTIONS /orders',
  ])
})
