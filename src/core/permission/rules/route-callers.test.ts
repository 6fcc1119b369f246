import { expect, test } from 'vitest'
import { createRouteCallers } from './route-callers.ts'

const rule = (roleKey: string, method: string, path: string) => ({ roleKey, method, path })
const callersOf = createRouteCallers([
  rule('reader', 'GET', '/orders/:id'),
  rule('clerk', 'GET', '/orders/7'),
  rule('boss', '*', '/*'),
  rule('writer', 'PUT', '/orders/*'),
  rule('broken', 'FETCH', '/*'),
])

test.each([
  ['GET', '/orders/:number', ['boss', 'reader'], ['clerk']],
  ['HEAD', '/orders/:id', ['boss'], ['clerk', 'reader']],
  ['PUT', '/orders/:id', ['boss', 'writer'], []],
  ['PUT', '/orders', ['boss'], []],
  ['*', '/orders/:id', ['boss'], ['clerk', 'reader', 'writer']],
  ['GET', '/orders/:id.pdf', [], ['boss', 'clerk', 'reader']],
  ['GET', '/orders/*', ['boss'], ['clerk', 'reader']],
])('%s %s: %j, partly %j', (method, path, roles, partly) => {
  const found = callersOf({ method, path })
  expect([...found.roles, ...found.partly].sort()).toEqual([...roles, ...partly].sort())
  if (method !== 'HEAD') expect(found).toEqual({ roles, partly })
})
