import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from '../token/token-payload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Null or undefined on routes without the identity check. */
    readonly identity?: Identity | null
  }
}

/** The result of the checks of a request. */
export interface Caller {
  readonly identity: Identity
  readonly token: string
  /** The call that the permission check has allowed; undefined on routes without that check. */
  readonly allowedCall?: AllowedCall | undefined
}

export interface AllowedCall {
  readonly method: string
  readonly path: string
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
