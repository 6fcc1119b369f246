import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../../authorization/guard/caller.ts'
import type { Identity } from '../../../foundation/identity/identity.ts'

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
