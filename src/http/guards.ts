import type { FastifyPluginAsync, onRequestHookHandler } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isCanonicalPath } from './canonical-path.ts'
import { errorOf, hookOf } from './check.ts'
import type { Cors } from './cors.ts'
import { answerRefusal } from './envelope.ts'
import { provideIdentity } from './request-identity.ts'
import { setGuardedHeaders } from './response-headers.ts'
import type { Checks, RouteRegister } from './route-register.ts'

/** What stands in front of a route, for each choice of checks, in the one order there is. */
export type Guards = Readonly<Record<Checks, readonly onRequestHookHandler[]>>

export function createGuards(parts: {
  identityCheck: onRequestHookHandler
  permissionCheck: onRequestHookHandler
}): Guards {
  const { identityCheck, permissionCheck } = parts
  return { none: [], identity: [identityCheck], both: [identityCheck, permissionCheck] }
}

/** The router and the permission check must see one path: a request that could be read as another is refused. */
export const canonicalPathCheck = hookOf((request) => {
  if (!isCanonicalPath(request.raw.url ?? '')) throw new Refusal('path-not-canonical')
})

/** Puts both checks in front of every route that is declared in a scope of somebody else's app. */
export function createProtect(guards: Guards, register: RouteRegister, cors: Cors) {
  return (declare: FastifyPluginAsync): FastifyPluginAsync =>
    async (scope, options) => {
      provideIdentity(scope)
      register.watch(scope, 'both')
      // A handler may refuse in our words too; every other error of these routes is the app's own.
      scope.setErrorHandler((error, request, reply) => {
        if (error instanceof Refusal) return answerRefusal(request, reply, error)
        throw error
      })
      for (const guard of [setGuardedHeaders, cors.allowOrigin, canonicalPathCheck, ...guards.both]) {
        scope.addHook('onRequest', answering(guard))
      }
      await declare(scope, options)
    }
}

/** Answers a refusal itself: an error handler of the app must not make something else of it. */
function answering(guard: onRequestHookHandler): onRequestHookHandler {
  return function (request, reply, done) {
    guard.call(this, request, reply, (error) => {
      if (!(error instanceof Refusal)) {
        done(error)
        return
      }
      try {
        answerRefusal(request, reply, error)
      } catch (thrown) {
        // The answer may fail; the refusal stands.
        done(errorOf(thrown))
      }
    })
  }
}
