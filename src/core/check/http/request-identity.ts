import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from '../../../platform/http/call/identity.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import type { ResolvedScope } from '../../data-scope/resolve-scope.ts'
import { type CallerCheck, type CheckedCall, type RequiredChecks, requireCaller } from '../caller-check.ts'
import type { Caller } from '../identity-check.ts'
import { toIncomingCall } from './request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Null or undefined on routes without the identity check. */
    readonly identity?: Identity | null
  }
}

interface CheckedRequest extends CheckedCall {
  scope?: ResolvedScope
}

// Not a property of the request: the checks must not read what a handler can write.
const checkedRequests = new WeakMap<FastifyRequest, CheckedRequest>()

function checkedRequestOf(request: FastifyRequest): CheckedRequest {
  const known = checkedRequests.get(request)
  if (known) return known
  const created = { call: toIncomingCall(request), route: request.routeOptions.url, caller: undefined }
  checkedRequests.set(request, created)
  return created
}

export function callerOf(request: FastifyRequest): Caller | undefined {
  return checkedRequests.get(request)?.caller
}

/** Returns the caller of a request. Throws on a route without the identity check. */
export function identityOf(request: FastifyRequest): Identity {
  return requireCaller({ caller: callerOf(request) }).identity
}

export function setScope(request: FastifyRequest, scope: ResolvedScope): void {
  checkedRequestOf(request).scope = scope
}

/** Returns the data scope of the operator. Throws on a route that is not declared as scoped: it would show foreign data. */
export function dataScopeOf(request: FastifyRequest): ResolvedScope {
  const scope = checkedRequests.get(request)?.scope
  if (!scope) throw new Error(`the route ${request.routeOptions.url} is not declared as scoped`)
  return scope
}

/** Adds the read-only property `identity` to the requests of a scope. */
export function provideIdentity(scope: FastifyInstance): void {
  if (scope.hasRequestDecorator('identity')) return
  scope.decorateRequest('identity', {
    getter() {
      return callerOf(this)?.identity ?? null
    },
  })
}

/** Converts the checks of the caller to a step of a request. */
export function callerStep(check: CallerCheck, required: RequiredChecks): Step {
  return (request) => check(checkedRequestOf(request), required)
}
