import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from '../../../platform/http/call/identity.ts'
import type { IncomingCall } from '../../../platform/http/call/incoming-call.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { ResolvedScope } from '../../data-scope/resolve-scope.ts'
import type { Caller, IdentityCheck } from '../identity-check.ts'
import type { PermissionCheck } from '../permission-check.ts'
import { toIncomingCall } from './request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Null or undefined on routes without the identity check. */
    readonly identity?: Identity | null
  }
}

/** The call that the checks decide about, the same in both runs, and their result so far. */
interface CheckedRequest {
  readonly call: IncomingCall
  caller: Caller | undefined
  scope?: ResolvedScope
}

// Not a property of the request: the checks must not read what a handler can write.
const checkedRequests = new WeakMap<FastifyRequest, CheckedRequest>()

function checkedRequestOf(request: FastifyRequest): CheckedRequest {
  const known = checkedRequests.get(request)
  if (known) return known
  const created = { call: toIncomingCall(request), caller: undefined }
  checkedRequests.set(request, created)
  return created
}

export function callerOf(request: FastifyRequest): Caller | undefined {
  return checkedRequests.get(request)?.caller
}

/** Returns the caller of a request. Throws on a route without the identity check. */
export function identityOf(request: FastifyRequest): Identity {
  const caller = callerOf(request)
  if (!caller) throw new Refusal('token-missing')
  return caller.identity
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

/** Converts the identity check to a step of a request. It stores the caller. */
export function identityStep(check: IdentityCheck): Step {
  return (request) => {
    const checked = checkedRequestOf(request)
    checked.caller = check(checked.call, checked.caller)
  }
}

/**
 * Creates the step that reads the department of the caller, after the step of the identity check. A failure does not end the
 * request: the caller sees no rows then.
 */
export function departmentStep(read: (identity: Identity) => Promise<void> | undefined): Step {
  return (request) => {
    const caller = callerOf(request)
    return caller && read(caller.identity)
  }
}

/** Converts the permission check to a step of a request, after the step of the identity check. */
export function permissionStep(check: PermissionCheck): Step {
  return (request) => {
    const checked = checkedRequestOf(request)
    // Only the first run needs the route, and reading it takes time.
    const route = checked.caller?.allowedCall ? undefined : request.routeOptions.url
    checked.caller = check(checked.call, checked.caller, route)
  }
}
