import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from '../../../platform/http/call/identity.ts'
import { type OnRefusal, type RefusedCall, redactPath } from '../../../platform/http/call/refused-call.ts'
import { requestIdOf } from '../../../platform/http/call/request-id.ts'
import type { Refusal } from '../../../platform/refusal/refusal.ts'
import { addressOf, pathOf } from './request.ts'
import { callerOf } from './request-identity.ts'

const OBSERVER: unique symbol = Symbol('observer of refusals')

declare module 'fastify' {
  interface FastifyInstance {
    /** Called with every refusal of a request to the routes of this scope. */
    readonly [OBSERVER]?: OnRefusal
  }
}

/** Makes a scope and its children call the observer. */
export function observeRefusals(scope: FastifyInstance, onRefusal: OnRefusal): void {
  if (!scope.hasDecorator(OBSERVER)) scope.decorate(OBSERVER, onRefusal)
}

/** Calls the observer of the scope that a refused request belongs to. */
export function reportRefusal(request: FastifyRequest, refusal: Refusal): void {
  const { reason, code, identity, needed } = refusal
  reportResponse(request, { requestId: requestIdOf(request.raw), reason, code, needed }, identity)
}

/** Calls the observer for a response that was sent without Fastify. */
export function reportResponse(
  request: FastifyRequest,
  { requestId, reason, code, needed }: Pick<RefusedCall, 'requestId' | 'reason' | 'code' | 'needed'>,
  identity?: Identity,
): void {
  request.server[OBSERVER]?.({
    requestId,
    reason,
    code,
    method: request.method,
    path: redactPath(pathOf(request)),
    route: request.routeOptions.url,
    needed,
    identity: identity ?? callerOf(request)?.identity,
    address: request.clientAddress ?? addressOf(request),
  })
}
