import { describe, expect, test } from 'vitest'
import { IDENTITY } from '../../../test/support/route-app.ts'
import { createCorsRules } from '../../platform/http/call/cors-rules.ts'
import type { IncomingCall } from '../../platform/http/call/incoming-call.ts'
import type { RefusedCall } from '../../platform/http/call/refused-call.ts'
import { createTrustedProxies } from '../../platform/http/call/trusted-proxies.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { createCallerCheck } from './caller-check.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import type { IdentityCheck } from './identity-check.ts'
import type { PermissionCheck } from './permission-check.ts'
import { createPublicCheck } from './public-check.ts'

const CALL: IncomingCall = { method: 'GET', url: '/orders/7', headers: {}, remoteAddress: '192.0.2.1' }

interface Given {
  readonly identityCheck?: IdentityCheck
  readonly permissionCheck?: PermissionCheck
  readonly rateLimit?: GuardOptions['rateLimit']
}

function createParts(given: Given = {}) {
  const events: string[] = []
  const faults: unknown[] = []
  const refused: RefusedCall[] = []
  const identityCheck: IdentityCheck = (_call, earlier) => {
    events.push('identity')
    return earlier ?? { identity: IDENTITY, token: 'token' }
  }
  const permissionCheck: PermissionCheck = (call, caller) => {
    events.push(`permission for ${caller.allowedCall?.path ?? call.url}`)
    return { ...caller, allowedCall: { method: call.method, path: call.url } }
  }
  const guard = createGuard({
    callerCheck: createCallerCheck({ identityCheck, permissionCheck, ...given }),
    rateLimit: given.rateLimit ?? { admit: (address) => void events.push(`from ${address}`) },
    cors: createCorsRules({ origins: [], credentials: false }),
    onFault: (fault) => faults.push(fault),
    onRefusal: (call) => refused.push(call),
    createRequestId: () => 'new-id',
  })
  return { guard, events, faults, refused }
}

describe('the checks of a call', () => {
  test('run in order, and the second time without the rate limit and for the same call', async () => {
    const { guard, events } = createParts()
    const call = { ...CALL }
    const result = await guard.check(call)
    expect(result).toMatchObject({
      allowed: true,
      identity: IDENTITY,
      headers: { 'cache-control': 'no-store' },
    })
    expect(events.splice(0)).toEqual(['from 192.0.2.1', 'identity', 'permission for /orders/7'])
    call.url = '/other'
    if (result.allowed) expect(await result.checkAgain()).toMatchObject({ allowed: true })
    expect(events).toEqual(['identity', 'permission for /orders/7'])
  })

  test('leave out the permission check only for exactly false', async () => {
    const { guard, events } = createParts()
    await guard.check(CALL, { permission: false })
    expect(events).toEqual(['from 192.0.2.1', 'identity'])
    await guard.check(CALL, { permission: undefined as never })
    await guard.check(CALL, { permission: 0 as never })
    expect(events.filter((event) => event.startsWith('permission'))).toHaveLength(2)
  })

  test.each([
    ['a path that is not canonical', { url: '/a/../orders/7' }, 'path-not-canonical'],
    ['a target without a path', { url: '' }, 'path-not-canonical'],
    ['another spelling of the route', { url: '/Orders/7' }, 'path-not-canonical'],
    ['a trailing slash', { url: '/orders/7/' }, 'path-not-canonical'],
    ['two hosts', { httpVersion: '1.1', rawHeaders: ['Host', 'a', 'host', 'b'] }, 'request-malformed'],
    ['an unknown version', { httpVersion: '2.0', rawHeaders: ['Host', 'a'] }, 'request-malformed'],
  ])('refuse %s before anything is counted', async (_case, change, reason) => {
    const { guard, events } = createParts()
    const result = await guard.check({ ...CALL, ...change }, { route: '/orders/:id' })
    expect(result).toMatchObject({ allowed: false, refusal: { reason }, response: { status: 400 } })
    expect(events).toEqual([])
  })

  test.each([
    ['GET', 'POST', 'GET, HEAD'],
    ['GET', 'OPTIONS', 'GET, HEAD'],
    ['GET', 'get', 'GET, HEAD'],
    ['POST', 'HEAD', 'POST'],
    ['POST', 'GET', 'POST'],
  ])('refuse, on a route for %s, the method %s', async (declared, method, allow) => {
    const { guard, events } = createParts()
    const result = await guard.check({ ...CALL, method }, { method: declared, permission: false })
    expect(result).toMatchObject({
      refusal: { reason: 'method-not-allowed' },
      response: { status: 405, headers: { Allow: allow, 'cache-control': 'no-store' } },
    })
    expect(events).toEqual([])
  })

  test('accept HEAD on a route for GET', async () => {
    const { guard } = createParts()
    expect(await guard.check({ ...CALL, method: 'HEAD' }, { method: 'GET' })).toMatchObject({ allowed: true })
  })

  test('refuse all further calls on the connection of a malformed one', async () => {
    const { guard, events } = createParts()
    const malformed = [{ url: '//' }, { httpVersion: '2.0', rawHeaders: [] }]
    for (const part of malformed) {
      const connection = {}
      // Without waiting: Node handles the requests of one packet one after the other.
      const first = guard.check({ ...CALL, ...part, connection })
      expect(await guard.check({ ...CALL, connection })).toMatchObject({
        refusal: { reason: 'request-malformed' },
        response: { headers: { Connection: 'close' } },
      })
      expect(await first).toMatchObject({ allowed: false })
    }
    expect(events).toEqual([])
    expect(await guard.check({ ...CALL, connection: {} })).toMatchObject({ allowed: true })
  })

  test.each(['identityCheck', 'permissionCheck', 'rateLimit'] as const)(
    'refuse the call if the %s fails, whatever it throws',
    async (part) => {
      for (const fault of [new Error('injected'), undefined, null, 'text', { allowed: true }]) {
        const fail = () => {
          throw fault
        }
        const { guard, faults } = createParts(
          part === 'rateLimit' ? { rateLimit: { admit: fail } } : { [part]: fail },
        )
        expect(await guard.check(CALL)).toMatchObject({
          allowed: false,
          refusal: { reason: 'fault' },
          response: { status: 500 },
        })
        expect(faults).toEqual([fault])
      }
    },
  )
})

describe('the public check', () => {
  test('reads header names in any case, and several of one name as repeated', async () => {
    const seen: IncomingCall[] = []
    const { guard } = createParts({
      identityCheck: (call) => {
        seen.push(call)
        return { identity: IDENTITY, token: 'token' }
      },
    })
    const check = createPublicCheck(guard, createTrustedProxies([]))
    await check({ ...CALL, headers: { Authorization: 'a', authorization: 'b', Origin: 'c', x: undefined } })
    expect(seen[0]?.headers).toEqual({ authorization: ['a', 'b'], origin: 'c' })
  })

  test.each([
    ['nothing', {}, 'path-not-canonical'],
    ['no target', { headers: {}, method: 'GET', remoteAddress: '192.0.2.1' }, 'path-not-canonical'],
    ['no method', { url: '/orders/7', headers: {}, remoteAddress: '192.0.2.1' }, 'method-not-allowed'],
    ['no headers', { url: '/orders/7', method: 'GET', remoteAddress: '192.0.2.1' }, 'token-missing'],
    ['no address', { url: '/orders/7', method: 'GET', headers: {} }, 'token-missing'],
  ])('refuses a call with %s, and does not throw', async (_case, call, reason) => {
    const { guard } = createParts({
      identityCheck: () => {
        throw new Refusal('token-missing')
      },
    })
    const check = createPublicCheck(guard, createTrustedProxies(['10.0.0.0/8']))
    const result = await check(call as IncomingCall, { method: 'GET', route: '/orders/:id' })
    expect(result).toMatchObject({ allowed: false, refusal: { reason } })
  })
})

describe('a refused call is reported', () => {
  const REFUSED_CALL = { requestId: 'new-id', method: 'GET', path: '/orders/7', address: '192.0.2.1' }

  test('without the query and with the id of the response', async () => {
    const refuse = () => {
      throw new Refusal('permission-denied', {}, { identity: IDENTITY })
    }
    const { guard, refused } = createParts({ permissionCheck: refuse })
    const result = await guard.check({ ...CALL, url: '/orders/7?token=x' }, { route: '/orders/:id' })
    expect(refused).toEqual([
      { ...REFUSED_CALL, reason: 'permission-denied', code: 401, route: '/orders/:id', identity: IDENTITY },
    ])
    expect(result).toMatchObject({ response: { headers: { 'x-request-id': 'new-id' } } })
  })

  test('with an id of the service, whatever a program without types passes', async () => {
    const { guard, refused } = createParts()
    const check = createPublicCheck(guard, createTrustedProxies([]))
    const call = { ...CALL, requestId: 'from-app', url: '//orders' }
    expect(await check(call)).toMatchObject({ response: { headers: { 'x-request-id': 'new-id' } } })
    expect(refused).toMatchObject([{ requestId: 'new-id', reason: 'path-not-canonical' }])
  })

  test('with the caller, if the handler refuses', async () => {
    const { guard, refused } = createParts()
    const result = await guard.check(CALL)
    if (!result.allowed) throw new Error('refused')
    const { response } = result.refuse(new Refusal('session-limit', { count: 3 }))
    expect(refused).toMatchObject([{ ...REFUSED_CALL, reason: 'session-limit', identity: IDENTITY }])
    expect([response.headers['x-request-id'], result.headers['x-request-id']]).toEqual(['new-id', 'new-id'])
  })

  test('without tokens in the path', async () => {
    const { guard, refused } = createParts({
      permissionCheck: () => {
        throw new Refusal('permission-denied')
      },
    })
    await guard.check({ ...CALL, url: '/a/eyJhbGciOiJIUzI1NiJ9.eyJ4.sig/b' })
    expect(refused).toMatchObject([{ path: '/a/[token]/b' }])
  })
})
