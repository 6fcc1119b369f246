import type { FastifyPluginAsync } from 'fastify'
import { hookOf, inOrder } from '../http/check.ts'
import type { Cors } from '../http/cors.ts'
import { answerError } from '../http/envelope.ts'
import { type Guards, pathChecksFor } from '../http/guards.ts'
import { acceptOnlyJson } from '../http/json-body.ts'
import { limitBy } from '../http/limit-by.ts'
import { refuseUnknownRoutes } from '../http/not-found.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { provideIdentity } from '../http/request-identity.ts'
import { setStandardHeaders } from '../http/response-headers.ts'
import type { RouteRegister } from '../http/route-register.ts'
import { validateStrictly } from '../http/validation.ts'
import { PREFIX, type Route } from './routes.ts'

export interface PluginParts {
  readonly routes: readonly Route[]
  readonly guards: Guards
  readonly register: RouteRegister
  readonly rateLimit: RateLimit
  readonly cors: Cors
}

/** The service's routes as a Fastify plugin. What holds for them holds for nothing outside their prefix. */
export function createPlugin(parts: PluginParts): FastifyPluginAsync {
  const { routes, guards, register, rateLimit, cors } = parts
  const api: FastifyPluginAsync = async (scope) => {
    provideIdentity(scope)
    validateStrictly(scope)
    acceptOnlyJson(scope)
    scope.setErrorHandler(answerError)
    const every = [setStandardHeaders, ...cors.checks, ...pathChecksFor(scope)]
    for (const { method, path, checks, options, limits } of routes) {
      scope.route({
        ...options,
        method,
        url: path.slice(PREFIX.length),
        onRequest: hookOf(inOrder([...every, ...limits.map(limitBy), ...guards[checks]])),
      })
    }
  }
  /** Makes the paths under the prefix that nobody serves ours to answer. A scope of its own: no route's hook is then spent on it. */
  const unknown: FastifyPluginAsync = async (scope) => {
    scope.setErrorHandler(answerError)
    scope.addHook('onRequest', hookOf(refuseUnknownRoutes(register, rateLimit, cors)))
    scope.setNotFoundHandler(() => {})
  }
  return async (app) => {
    // The routes first: where they are declared twice, the app hears of it in a way that it can handle.
    await app.register(api, { prefix: PREFIX })
    await app.register(unknown, { prefix: PREFIX })
  }
}
