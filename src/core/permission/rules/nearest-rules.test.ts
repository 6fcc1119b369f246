import { expect, test } from 'vitest'
import { createPolicyIndex } from '../policy-index.ts'

function nearest(rules: readonly string[], call: string): string[] {
  const index = createPolicyIndex(
    rules.map((rule) => {
      const [roleKey = '', method = '', path = ''] = rule.split(' ')
      return { roleKey, method, path }
    }),
  )
  const [roleKey = '', method = '', path = ''] = call.split(' ')
  expect(index.allows(roleKey, path, method)).toBe(false)
  return index
    .nearest(roleKey, path, method)
    .map((rule) => `${rule.differs}: ${rule.roleKey} ${rule.method} ${rule.path}`)
}

test('the same path with other methods comes first, then similar paths, then other roles', () => {
  const rules = [
    'clerk GET /orders/:id',
    'clerk PUT /orders/*',
    'clerk DELETE /order/:id',
    'clerk DELETE /invoices/:id',
    'boss * /orders/:id',
    'boss GET /orders',
  ]
  expect(nearest(rules, 'clerk DELETE /orders/7')).toEqual([
    'method: clerk GET /orders/:id',
    'method: clerk PUT /orders/*',
    'segment: clerk DELETE /order/:id',
    'segment: clerk DELETE /invoices/:id',
    'role: boss * /orders/:id',
  ])
})

test.each([
  ['clerk GET /orders', 'clerk GET /orders/7'],
  ['clerk GET /orders', 'clerk GET /orders/'],
  ['clerk GET /orders/', 'clerk GET /orders'],
  ['clerk GET /orders/:id', 'clerk GET /orders'],
  ['clerk GET /orders/*', 'clerk GET /orders'],
  ['clerk GET /api/v2/orders/:id', 'clerk GET /api/v1/orders/7'],
  ['clerk GET /api/v1/Orders', 'clerk GET /api/v1/orders'],
  ['clerk GET /v1/orders', 'clerk GET /api/v1/orders'],
  ['clerk * /orders/:id/items', 'clerk GET /orders/items'],
])('%s is one segment away from %s', (rule, call) => {
  expect(nearest([rule], call)).toEqual([`segment: ${rule}`])
})

test.each([
  ['clerk GET /api/v2/invoices', 'clerk GET /api/v1/orders'],
  ['clerk PUT /orders/:id', 'clerk GET /order/7'],
  ['boss PUT /orders/:id', 'clerk GET /orders/7'],
  ['clerk GET /a/b/c', 'clerk GET /a'],
])('%s is not near to %s', (rule, call) => {
  expect(nearest([rule], call)).toEqual([])
})

test('of many similar paths the most similar ones are returned', () => {
  const rules = ['report', 'orders-old', 'ordres', 'order', 'people'].map((name) => `clerk GET /${name}`)
  expect(nearest(rules, 'clerk GET /orders')).toEqual([
    'segment: clerk GET /order',
    'segment: clerk GET /ordres',
    'segment: clerk GET /orders-old',
  ])
})

test('a very large policy is searched in part', () => {
  const rules = Array.from({ length: 100_000 }, (_, i) => ({
    roleKey: i % 2 === 0 ? 'clerk' : `role${i % 999}`,
    method: 'GET',
    path: `/orders/${i}/items`,
  }))
  const index = createPolicyIndex([...rules, { roleKey: 'clerk', method: 'GET', path: '/orders/:id/item' }])
  const found = index.nearest('clerk', '/orders/1/items', 'GET')
  expect(found).toContainEqual({
    roleKey: 'clerk',
    method: 'GET',
    path: '/orders/:id/item',
    differs: 'segment',
  })
  expect(found.filter(({ differs }) => differs === 'role')).toEqual([
    { roleKey: 'role1', method: 'GET', path: '/orders/1/items', differs: 'role' },
  ])
  // Every segment but the first is both a literal and a parameter.
  const deep = ['a', ':x'].flatMap((a) => ['b', ':y'].flatMap((b) => ['c', ':z'].map((c) => [a, b, c])))
  const nested = createPolicyIndex(
    deep.map((part) => ({ roleKey: 'clerk', method: 'PUT', path: `/${part.join('/')}` })),
  )
  expect(nested.nearest('clerk', '/a/b/c', 'GET')).toHaveLength(3)
})
