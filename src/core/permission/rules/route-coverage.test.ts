import { expect, test } from 'vitest'
import { buildRouteCoverage } from './route-coverage.ts'

test.each([
  ['/orders/:id', 'GET', '/orders/:number', 'full'],
  ['/orders/:id', '*', '/orders/:number', 'full'],
  ['/orders/*', 'GET', '/orders/:id/lines', 'full'],
  ['/orders/:id', 'GET', '/orders/7', 'full'],
  ['/files/:name', 'GET', '/files/index.html', 'full'],
  ['/orders/7', 'GET', '/orders/:id', 'part'],
  ['/orders/7/*', 'GET', '/orders/:id/lines', 'part'],
  ['/orders/7', 'GET', '/orders/8', 'none'],
  ['/orders/7', 'PUT', '/orders/:id', 'none'],
  ['/orders/', 'GET', '/orders/:id', 'none'],
  ['/orders/:id', 'GET', '/orders/', 'none'],
  ['/orders/*', 'GET', '/orders', 'none'],
  ['/orders/*', 'GET', '/orders/', 'full'],
  ['/orders/{id}', 'GET', '/orders/{id}', 'none'],
] as const)('a rule for %s and %s covers GET %s: %s', async (path, method, route, expected) => {
  expect((await buildRouteCoverage([{ path, method }])).of('GET', route)).toBe(expected)
})

test('what several rules cover together is covered in part', async () => {
  const rules = ['/orders/7', '/orders/8'].map((path) => ({ path, method: 'GET' }))
  expect((await buildRouteCoverage(rules)).of('GET', '/orders/:id')).toBe('part')
})

test('a search that takes too long ends with "part", so that the route is reported', async () => {
  const rules = Array.from({ length: 20_000 }, (_, i) => ({ path: `/orders/${i}`, method: 'GET' }))
  expect((await buildRouteCoverage(rules)).of('GET', '/orders/:id/lines')).toBe('part')
})
