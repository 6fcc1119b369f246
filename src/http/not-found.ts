import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import { Refusal } from '../refusal.ts'
import { answerRefusal } from './envelope.ts'
import { pathOf } from './request-path.ts'
import type { RouteRegister } from './route-register.ts'

/** 404 for a path that nobody serves, 405 for one that is served under other methods. */
export function answerUnknownRoutes(
  scope: FastifyInstance,
  register: RouteRegister,
  preHandler: preHandlerHookHandler[],
): void {
  scope.setNotFoundHandler({ preHandler }, (request, reply) => {
    const methods = register.methodsOf(pathOf(request))
    const allow = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
    const refusal =
      allow.length === 0
        ? new Refusal('route-unknown')
        : new Refusal('method-not-allowed', { allow: allow.sort().join(', ') })
    return answerRefusal(request, reply, refusal)
  })
}
