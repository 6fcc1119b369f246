import type { FastifyInstance, FastifyPluginAsync, onRequestHookHandler } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isCanonicalPath } from './canonical-path.ts'
import { errorOf, hookOf } from './check.ts'
import type { Cors } from './cors.ts'
import { answerRefusal } from './envelope.ts'
import { provideIdentity } from './request-identity.ts'
import { pathOf } from './request-path.ts'
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

const noLastSlashCheck = hookOf((request) => {
  const path = pathOf(request)
  if (path.length > 1 && path.endsWith('/')) throw new Refusal('path-not-canonical')
})

/**
 * The same for a scope of somebody else's app. Where its router takes `/a/` for `/a`, only the latter may be asked for: a
 * rule for `/a/*` allows the former.
 */
export function pathChecksFor({ initialConfig }: FastifyInstance): readonly onRequestHookHandler[] {
  const { ignoreTrailingSlash, routerOptions } = initialConfig
  const isIgnored = ignoreTrailingSlash === true || routerOptions?.ignoreTrailingSlash === true
  return isIgnored ? [canonicalPathCheck, noLastSlashCheck] : [canonicalPathCheck]
}

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
      const own = [setGuardedHeaders, cors.allowOrigin, ...pathChecksFor(scope)]
      scope.addHook('onRequest', answering([...own, ...guards.both]))
      await declare(scope, options)
    }
}

/**
 * All guards in one hook, which answers a refusal itself: an error handler of the app must not make something else of it.
 * For the figure `protected-overhead`: a hook and a function for each guard cost as much as the guards.
 */
function answering(guards: readonly onRequestHookHandler[]): onRequestHookHandler {
  return function (request, reply, done) {
    const refuse = (refusal: Refusal): void => {
      try {
        answerRefusal(request, reply, refusal)
      } catch (thrown) {
        // The answer may fail; the refusal stands.
        done(errorOf(thrown))
      }
    }
    let passed = 0
    const goOn = (error?: Error): void => {
      if (error instanceof Refusal) refuse(error)
      else if (error || passed === guards.length) done(error)
      else guards[passed++]?.call(this, request, reply, goOn)
    }
    goOn()
  }
}
