import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { type Check, inOrder, nothingMore } from './check.ts'
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
export function refuseUnknownRoutes(register: RouteRegister, rateLimit: RateLimit, cors: Cors): Check {
  const refused = inOrder([
    setStandardHeaders,
    ...cors.checks,
    canonicalPathCheck,
    limitBy(rateLimit),
    refuse,
  ])
  return (request, reply) => (request.is404 ? refused(request, reply) : undefined)

  function refuse(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const methods = allowedOf(register.methodsOf(pathOf(request)))
    if (methods.length === 0 || !cors.isPreflight(request)) throw refusalFor(methods)
    cors.answerPreflight(reply, methods)
    return nothingMore()
  }
}

function allowedOf(methods: readonly string[]): string[] {
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort()
}

function refusalFor(allowed: readonly string[]): Refusal {
  if (allowed.length === 0) return new Refusal('route-unknown')
  return new Refusal('method-not-allowed', { allow: allowed.join(', ') })
}
