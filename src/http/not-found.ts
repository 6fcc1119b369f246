import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Cors } from './cors.ts'
import { canonicalPathCheck } from './guards.ts'
import { limitBy } from './limit-by.ts'
import type { RateLimit } from './rate-limit.ts'
import { pathOf } from './request-path.ts'
import { setStandardHeaders } from './response-headers.ts'
import type { RouteRegister } from './route-register.ts'

/**
 * 404 for a path that nobody serves, 405 for one that is served under other methods: before a body is read, and counted
 * like every other request.
 */
export function refuseUnknownRoutes(
  register: RouteRegister,
  rateLimit: RateLimit,
  cors: Cors,
): onRequestHookHandler {
  const steps = [setStandardHeaders, cors.allowOrigin, canonicalPathCheck, limitBy(rateLimit), refuse]
  return function (request, reply, done) {
    if (!request.is404) {
      done()
      return
    }
    const goOn = (index: number): void => {
      steps[index]?.call(this, request, reply, (error) => {
        if (error) done(error)
        else goOn(index + 1)
      })
    }
    goOn(0)
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, done: (refusal: Error) => void): void {
    const methods = allowedOf(register.methodsOf(pathOf(request)))
    if (methods.length > 0 && cors.isPreflight(request)) cors.answerPreflight(reply, methods)
    else done(refusalFor(methods))
  }
}

function allowedOf(methods: readonly string[]): string[] {
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

function refusalFor(allowed: readonly string[]): Refusal {
  if (allowed.length === 0) return new Refusal('route-unknown')
  return new Refusal('method-not-allowed', { allow: allowed.join(', ') })
}
