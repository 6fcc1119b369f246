import { expect, test } from 'vitest'
import { IDENTITY } from '../../../test/support/route-app.ts'
import type { PathReadings } from '../permission/patterns/path-readings.ts'
import type { Caller } from './identity-check.ts'
import { createPermissionCheck, createUpstreamPermissionCheck } from './permission-check.ts'

const callOf = (method: string, url: string) => ({ method, url, remoteAddress: '127.0.0.1' })
const CALLER: Caller = { identity: IDENTITY, token: 'token' }

/** Creates the check with a fixed decision, and records its questions. */
function createCheck(isAllowed = true) {
  const asked: unknown[] = []
  const check = createPermissionCheck({
    mayCall(...question) {
      asked.push(question)
      return isAllowed
    },
  })
  return { asked, check }
}

test('the decision uses the caller, the path without its query, and the method', () => {
  const { asked, check } = createCheck()
  check(callOf('PUT', '/api/v1/role/7?a=/b'), CALLER)
  expect(asked).toEqual([[IDENTITY, '/api/v1/role/7', 'PUT']])
})

test('a denied call is refused', () => {
  const { check } = createCheck(false)
  expect(() => check(callOf('GET', '/api/v1/role'), CALLER)).toThrow('permission-denied')
})

test('the second run decides about the call of the first one, even if the request was changed in between', () => {
  const { asked, check } = createCheck()
  const first = check(callOf('GET', '/api/v1/role'), CALLER)
  expect(first).toEqual({ ...CALLER, allowedCall: { method: 'GET', path: '/api/v1/role' } })
  expect(check(callOf('DELETE', '/api/v1/user'), first)).toBe(first)
  expect(asked).toEqual([
    [IDENTITY, '/api/v1/role', 'GET'],
    [IDENTITY, '/api/v1/role', 'GET'],
  ])
})

test('behind an unknown router all readings need a permission, and the path is read once for all runs', () => {
  const asked: PathReadings[] = []
  const check = createUpstreamPermissionCheck({
    mayCallAll(_identity, readings) {
      asked.push(readings)
      return true
    },
  })
  const first = check(callOf('GET', '/orders/.json?a=b'), CALLER)
  check(callOf('DELETE', '/users'), check(callOf('GET', '/orders'), first))
  expect(asked).toHaveLength(3)
  expect(asked[0]).toEqual([{ segments: ['orders', '.json'], shortest: 1 }])
  expect(asked.every((readings) => readings === asked[0])).toBe(true)
})

test('the first decision about a call is reported with its route, and the second is not', () => {
  const decisions: unknown[] = []
  const check = createPermissionCheck({ mayCall: (_identity, path) => path === '/role/7' }, (decision) =>
    decisions.push(decision),
  )
  const first = check(callOf('PUT', '/role/7?a=b'), CALLER, '/role/:id')
  check(callOf('PUT', '/role/7'), first)
  expect(() => check(callOf('GET', '/user'), CALLER)).toThrow('permission-denied')
  const { roleKey } = IDENTITY
  expect(decisions).toEqual([
    { roleKey, method: 'PUT', path: '/role/7', route: '/role/:id', allowed: true },
    { roleKey, method: 'GET', path: '/user', route: undefined, allowed: false },
  ])
})
