import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../../../core/check/http/envelope.ts'
import type { OpenCalls } from '../../../core/check/http/open-calls.ts'
import { addressOf, pathOf } from '../../../core/check/http/request.ts'
import { callerOf } from '../../../core/check/http/request-identity.ts'
import type { ScopeHeaderOf } from '../../../core/data-scope/scope-header.ts'
import { Refusal, type RefusalReason } from '../../../platform/refusal/refusal.ts'
import type { OutageLog } from '../../../platform/runtime/outage-log.ts'
import { signIdentityHeaders } from '../forward-auth/identity-headers.ts'
import { isSendable, withoutToken } from '../forward-auth/request-target.ts'
import { upstreamRequestHeaders } from './request-headers.ts'
import type { UpstreamSettings } from './upstream-settings.ts'

/** What both kinds of requests to an upstream service need. */
export interface ForwarderOptions {
  readonly settings: UpstreamSettings
  readonly signingSecret: string
  readonly scopeHeaderOf: ScopeHeaderOf
  readonly openCalls: OpenCalls
  readonly outage: OutageLog
  /** Whether the settings name a request header, in lower case, as one to remove. */
  readonly isRemovedBySettings: (name: string) => boolean
  readonly startCall: () => UpstreamCall
  readonly now: () => number
}

/** A call to an upstream service that has passed both checks. */
export interface GatewayCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Runs both checks again. */
  readonly check: () => void | Promise<void>
}

/** A request to an upstream service, for metrics and traces. */
export interface UpstreamCall {
  /** The header that names the trace of the request; undefined if requests are not traced. */
  readonly traceparent: string | undefined
  /** Called with the status of the response, or with why there is none. */
  end(result: number | 'websocket' | 'client-disconnected' | RefusalReason): void
}

const CLIENT_CLOSED_REQUEST = 499

/**
 * Writes the access log entry of a call whose client has disconnected before the response, with the status that nginx
 * uses for it.
 */
export function logDisconnect({ request, reply }: GatewayCall): void {
  if (!reply.sent) logUnsentResponse(request, reply, CLIENT_CLOSED_REQUEST)
}

/** Writes the access log entry of a response that Fastify does not send. */
export function logUnsentResponse(request: FastifyRequest, reply: FastifyReply, status: number): void {
  if (reply.isLogged) return
  reply.code(status)
  request.server.logResponse?.(request, reply, undefined)
}

/** Returns the target of the request to the upstream service. Throws if it cannot be sent. */
export function targetFor({ raw }: FastifyRequest): string {
  const target = withoutToken(raw.url ?? '')
  if (!isSendable(target)) throw new Refusal('request-malformed')
  return target
}

/** Returns the headers of the request to the upstream service, names and values in turn. */
export function headersFor(
  request: FastifyRequest,
  { signingSecret, scopeHeaderOf, isRemovedBySettings, now }: ForwarderOptions,
  traceparent: string | undefined,
): string[] {
  const caller = callerOf(request)
  if (!caller) throw new Refusal('token-missing')
  const { method, raw, id } = request
  const identity = signIdentityHeaders({
    identity: caller.identity,
    resolvedScope: scopeHeaderOf(caller.identity),
    method,
    path: pathOf(request),
    requestId: id,
    timeSeconds: Math.floor(now() / 1000),
    secret: signingSecret,
  })
  return upstreamRequestHeaders(raw.rawHeaders, {
    identity,
    requestId: id,
    address: addressOf(request),
    host: request.host,
    protocol: request.protocol,
    traceparent,
    isRemovedBySettings,
  })
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** Refuses a call because its request to the upstream service has failed. */
export function refuseFailedCall(
  { request, reply }: GatewayCall,
  failure: Error,
  upstreamCall: UpstreamCall,
  outage: OutageLog,
): void {
  const refusal = failureToRefusal(failure)
  // Otherwise the client caused the failure.
  const isOfUpstream = refusal.reason === 'upstream-unavailable' || refusal.reason === 'upstream-timeout'
  if (isOfUpstream) outage.failed(failure)
  upstreamCall.end(refusal.reason)
  sendError(refusal, request, reply)
}

function failureToRefusal(failure: Error): Refusal {
  if (failure instanceof Refusal) return failure
  const code = 'code' in failure ? String(failure.code) : ''
  return new Refusal(TIMEOUT_CODES.has(code) ? 'upstream-timeout' : 'upstream-unavailable')
}
