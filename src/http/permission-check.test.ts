import fastify from 'fastify'
import { expect, test } from 'vitest'
import { IDENTITY } from '../../test/support/route-app.ts'
import { Refusal } from '../refusal.ts'
import type { Identity } from '../token/token-payload.ts'
import { toHook } from './check.ts'
import { createPermissionCheck } from './permission-check.ts'
import { callerOf, provideIdentity, setCaller } from './request-identity.ts'

/** What the check asked, and whether the handler was reached or why not. */
async function outcomeOf(
  identity: Identity | null,
  request: { method: 'GET' | 'PUT' | 'HEAD' | 'POST'; url: string },
  isAllowed = true,
): Promise<{ asked: unknown[]; came: string }> {
  const app = fastify()
  provideIdentity(app)
  const asked: unknown[] = []
  let came = 'nowhere'
  app.setErrorHandler((error, _request, reply) => {
    came = error instanceof Refusal ? error.reason : String(error)
    return reply.send({})
  })
  app.addHook('onRequest', async (request) => {
    if (identity) setCaller(request, { identity, token: 'token' })
  })
  const check = createPermissionCheck({
    mayCall(...question) {
      asked.push(question)
      return isAllowed
    },
  })
  app.all('/*', { onRequest: toHook(check) }, async () => {
    came = 'through'
    return {}
  })
  await app.inject(request)
  await app.close()
  return { asked, came }
}

test('the decision uses the caller, the path without its query, and the method', async () => {
  expect(await outcomeOf(IDENTITY, { method: 'PUT', url: '/api/v1/role/7?a=/b' })).toEqual({
    asked: [[IDENTITY, '/api/v1/role/7', 'PUT']],
    came: 'through',
  })
})

test('a denied call is refused', async () => {
  const { came } = await outcomeOf(IDENTITY, { method: 'GET', url: '/api/v1/role' }, false)
  expect(came).toBe('permission-denied')
})

test('without an identity no decision is made', async () => {
  const request = { method: 'GET', url: '/api/v1/role' } as const
  expect(await outcomeOf(null, request)).toEqual({ asked: [], came: 'token-missing' })
})

test('the second run decides about the call of the first one, even if the request was changed in between', () => {
  const asked: unknown[] = []
  const check = createPermissionCheck({
    mayCall(_identity, path, method) {
      asked.push([method, path])
      return true
    },
  })
  const request = { method: 'GET', raw: { url: '/api/v1/role' } }
  setCaller(request as never, { identity: IDENTITY, token: 'token' })
  check(request as never, {} as never)
  expect(callerOf(request as never)).toEqual({
    identity: IDENTITY,
    token: 'token',
    allowedCall: { method: 'GET', path: '/api/v1/role' },
  })
  request.method = 'DELETE'
  request.raw.url = '/api/v1/user'
  check(request as never, {} as never)
  expect(asked).toEqual([
    ['GET', '/api/v1/role'],
    ['GET', '/api/v1/role'],
  ])
})
