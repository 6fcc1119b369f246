import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { isCanonicalPath } from './canonical-path.ts'
import { type Check, errorOf, hookOf, inOrder } from './check.ts'
import type { Cors } from './cors.ts'
import { answerRefusal } from './envelope.ts'
import { provideIdentity } from './request-identity.ts'
import { pathOf } from './request-path.ts'
import { setGuardedHeaders } from './response-headers.ts'
import type { Checks, RouteRegister } from './route-register.ts'

/** What stands in front of a route, for each choice of checks, in the one order there is. */
export type Guards = Readonly<Record<Checks, readonly Check[]>>

export function createGuards(parts: { identityCheck: Check; permissionCheck: Check }): Guards {
  const { identityCheck, permissionCheck } = parts
  return { none: [], identity: [identityCheck], both: [identityCheck, permissionCheck] }
}

/** The router and the permission check must see one path: a request that could be read as another is refused. */
export const canonicalPathCheck: Check = (request) => {
  if (!isCanonicalPath(request.raw.url ?? '')) throw new Refusal('path-not-canonical')
}

const noLastSlashCheck: Check = (request) => {
  const path = pathOf(request)
  if (path.length > 1 && path.endsWith('/')) throw new Refusal('path-not-canonical')
}

/**
 * The same for a scope of somebody else's app. Where its router takes `/a/` for `/a`, only the latter may be asked for: a
 * rule for `/a/*` allows the former.
 */
export function pathChecksFor({ initialConfig }: FastifyInstance): readonly Check[] {
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
        if (!(error instanceof Refusal)) throw error
        // Where a hook of the app's own refuses, it may have done so before ours.
        setGuardedHeaders(request, reply)
        return answerRefusal(request, reply, error)
      })
      const checks = [setGuardedHeaders, ...cors.checks, ...pathChecksFor(scope), ...guards.both]
      scope.addHook('onRequest', hookOf(inOrder(checks), answerStopped))
      await declare(scope, options)
    }
}

/** Answers a refusal at once: an error handler of the app must not make something else of it. */
function answerStopped(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error: Error) => void,
): void {
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
}
