import { expect, test } from 'vitest'
import { isOwnCall } from './own-call.ts'

const OF_SERVICE = [
  { method: 'GET', path: '/api/v1/role' },
  { method: 'GET', path: '/api/v1/role/:id' },
]

test.each([
  ['permission-denied', '/api/v1/orders/:id', true],
  ['token-missing', '/orders', true],
  ['upstream-unavailable', '/api/v1/orders', true],
  ['permission-denied', '/api/v1/role', false],
  ['permission-denied', '/api/v1/role/:number', false],
  // Anybody can send a request to a path that does not exist.
  ['route-unknown', '/wp-admin', false],
])('a refusal with the reason %s of %s is a call of an own route: %s', (reason, route, expected) => {
  expect(isOwnCall({ reason, route }, OF_SERVICE)).toBe(expected)
})
