import type { onRequestHookHandler } from 'fastify'
import { Refusal } from '../refusal.ts'
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
export function refuseUnknownRoutes(register: RouteRegister, rateLimit: RateLimit): onRequestHookHandler {
  const steps = [setStandardHeaders, canonicalPathCheck, limitBy(rateLimit)]
  return function (request, reply, done) {
    if (!request.is404) return done()
    const next = (index: number): void => {
      const step = steps[index]
      if (!step) return done(refusalFor(register.methodsOf(pathOf(request))))
      step.call(this, request, reply, (error) => (error ? done(error) : next(index + 1)))
    }
    next(0)
  }
}

function refusalFor(methods: readonly string[]): Refusal {
  const allow = [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  if (allow.length === 0) return new Refusal('route-unknown')
  return new Refusal('method-not-allowed', { allow: allow.sort().join(', ') })
}
