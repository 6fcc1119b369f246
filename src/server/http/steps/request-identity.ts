import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, IdentityCheck } from '../../../authorization/guard/identity-check.ts'
import type { PermissionCheck } from '../../../authorization/guard/permission-check.ts'
import type { Identity } from '../../../foundation/identity/identity.ts'
import { toIncomingCall } from '../request.ts'
import type { Step } from './step.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Null or undefined on routes without the identity check. */
    readonly identity?: Identity | null
  }
}

// Not a property of the request: the checks must not read what a handler can write.
const callers = new WeakMap<FastifyRequest, Caller>()

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request)
}

/** Adds the read-only property `identity` to the requests of a scope. */
export function provideIdentity(scope: FastifyInstance): void {
  if (scope.hasRequestDecorator('identity')) return
  scope.decorateRequest('identity', {
    getter() {
      return callers.get(this)?.identity ?? null
    },
  })
}

/** Converts the identity check to a step of a request. It stores the caller. */
export function identityStep(check: IdentityCheck): Step {
  return (request) => setCaller(request, check(toIncomingCall(request), callerOf(request)))
}

/** Converts the permission check to a step of a request, after the step of the identity check. */
export function permissionStep(check: PermissionCheck): Step {
  return (request) => {
    const earlier = callerOf(request)
    // Only the first run needs the route, and reading it takes time.
    const route = earlier?.allowedCall ? undefined : request.routeOptions.url
    setCaller(request, check(toIncomingCall(request), earlier, route))
  }
}
