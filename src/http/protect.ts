import type { FastifyPluginAsync } from 'fastify'
import type { RouteRegistry } from '../guard/route-registry.ts'
import { Refusal } from '../refusal.ts'
import { checkBeforeHandler, runInOrder, toHook } from './check.ts'
import { sendError, sendRefusal } from './envelope.ts'
import type { Pipeline } from './pipeline.ts'
import { provideIdentity } from './request-identity.ts'
import { setProtectedHeaders } from './response-headers.ts'

/** Creates the function that puts both checks in front of every route that is declared in a scope of an app. */
export function createProtect(pipeline: Pipeline, registry: RouteRegistry) {
  return (declare: FastifyPluginAsync): FastifyPluginAsync =>
    async (scope, options) => {
      provideIdentity(scope)
      // A handler may throw a refusal too. All other errors of the handlers belong to the app.
      scope.setErrorHandler((error, request, reply) => {
        if (!(error instanceof Refusal)) throw error
        // A hook of the app that refuses may have run before the pipeline.
        setProtectedHeaders(request, reply)
        return sendRefusal(request, reply, error)
      })
      const { beforeBody, beforeHandler } = pipeline.protectedRoute(scope)
      // Refusals are sent directly: the app's error handler must not change them.
      scope.addHook('onRequest', toHook(runInOrder(beforeBody), sendError))
      const check = runInOrder(beforeHandler)
      scope.addHook('onRoute', (route) => {
        for (const method of [route.method].flat())
          registry.addOfApp({ method, path: route.url, checks: 'both' })
        route.handler = checkBeforeHandler(route.handler, check, sendError)
      })
      await declare(scope, options)
    }
}
