import fastify, { type FastifyInstance, type RouteShorthandOptionsWithHandler } from 'fastify'
import { sendError } from '../../src/core/check/http/envelope.ts'
import { callerStep, provideIdentity } from '../../src/core/check/http/request-identity.ts'
import { scopeStep } from '../../src/core/check/http/scope-step.ts'
import type { Identity } from '../../src/platform/http/call/identity.ts'
import { validateStrictly } from '../../src/platform/http/endpoint/validation.ts'
import { acceptOnlyJson } from '../../src/platform/http/steps/json-body.ts'

/** An identity as the identity check provides it. */
export const IDENTITY: Identity = {
  userId: 7,
  roleId: 3,
  roleKey: 'editor',
  username: 'alice',
  dataScope: '5',
  sessionId: 11,
  issuedAt: Date.parse('2026-01-31T12:00:00Z'),
  expiresAt: Date.parse('2026-01-31T13:00:00Z'),
}

/** Creates an app with one route at `/`, without checks and with the error handling of the service. */
export function appWith(
  method: 'GET' | 'POST' | 'DELETE',
  route: RouteShorthandOptionsWithHandler,
  identity: Identity = IDENTITY,
): FastifyInstance {
  const app = fastify()
  provideIdentity(app)
  validateStrictly(app)
  acceptOnlyJson(app)
  app.setErrorHandler(sendError)
  const setCaller = callerStep(
    (checked) => {
      checked.caller = { identity, token: 'token' }
    },
    { checks: 'identity', readsDepartment: false },
  )
  const setScope = scopeStep(() => ({ kind: 'all' }), 'scoped')
  app.addHook('onRequest', async (request, reply) => {
    setCaller(request, reply)
    setScope(request, reply)
  })
  app.route({ ...route, method, url: '/' })
  return app
}
