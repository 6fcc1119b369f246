import { expect, test } from 'vitest'
import { IDENTITY } from '../../../test/support/route-app.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { type CheckedCall, createCallerCheck, type RequiredChecks, requireCaller } from './caller-check.ts'

const BOTH: RequiredChecks = { checks: 'both', readsDepartment: true }
const CALL = { method: 'GET', url: '/orders/7', headers: {}, remoteAddress: '192.0.2.1' }
const checkedCall = (): CheckedCall => ({ call: CALL, route: '/orders/:id', caller: undefined })

/** Creates the sequence of checks, which records what runs. `refuseAt` is the number of the step that refuses. */
function createCheck(given: { reading?: Promise<void>; refuseAt?: number } = {}) {
  const events: string[] = []
  const run = (event: string): void => {
    events.push(event)
    if (events.length === given.refuseAt) throw new Refusal('token-revoked')
  }
  const check = createCallerCheck({
    identityCheck(_call, earlier) {
      run(earlier ? 'identity again' : 'identity')
      return earlier ?? { identity: IDENTITY, token: 'token' }
    },
    permissionCheck(_call, caller, route) {
      run(caller.allowedCall ? 'permission again' : `permission for ${route}`)
      return { ...caller, allowedCall: { method: 'GET', path: '/orders/7' } }
    },
    readDepartment({ userId }) {
      run(`department of ${userId}`)
      return given.reading
    },
    onIdentityOnly: () => run('counted'),
  })
  return { check, events }
}

test('identity, permission, department; the same again before the handler, without waiting', () => {
  const { check, events } = createCheck()
  const checked = checkedCall()
  expect(check(checked, BOTH)).toBe(undefined)
  expect(events.splice(0)).toEqual(['identity', 'permission for /orders/:id', 'department of 7'])
  expect(check(checked, BOTH)).toBe(undefined)
  expect(events).toEqual(['identity again', 'permission again', 'department of 7'])
})

test('both checks run again after the department has been read', async () => {
  const { check, events } = createCheck({ reading: Promise.resolve() })
  await check(checkedCall(), BOTH)
  expect(events.slice(3)).toEqual(['identity again', 'permission again'])
})

test.each([4, 5])(
  'a session that ends while the department is read is refused (step %i)',
  async (refuseAt) => {
    const { check } = createCheck({ reading: Promise.resolve(), refuseAt })
    await expect(check(checkedCall(), BOTH)).rejects.toThrow('token-revoked')
  },
)

test('a call without the permission check is counted once', () => {
  const { check, events } = createCheck()
  const checked = checkedCall()
  check(checked, { checks: 'identity', readsDepartment: false })
  check(checked, { checks: 'identity', readsDepartment: false })
  expect(events).toEqual(['identity', 'counted', 'identity again'])
})

test('the permission check runs unless the route is declared with the identity check alone', () => {
  const { check, events } = createCheck()
  check(checkedCall(), { checks: undefined as never, readsDepartment: false })
  expect(events).toEqual(['identity', 'permission for /orders/:id'])
})

test('nothing runs after a refusal, and the caller is known once the identity check has passed', () => {
  const checked = checkedCall()
  const { check, events } = createCheck({ refuseAt: 1 })
  expect(() => check(checked, BOTH)).toThrow('token-revoked')
  expect(events).toEqual(['identity'])
  expect(() => requireCaller(checked)).toThrow('token-missing')

  const denying = createCheck({ refuseAt: 2 })
  expect(() => denying.check(checked, BOTH)).toThrow('token-revoked')
  expect(denying.events).toHaveLength(2)
  expect(requireCaller(checked).identity).toBe(IDENTITY)
})
