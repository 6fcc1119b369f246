import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { OutageLog } from '../../foundation/runtime/outage-log.ts'
import type { UpstreamSettings } from '../../settings/upstream.ts'
import { addressOf, pathOf } from '../http/request.ts'
import type { OpenCalls } from '../http/steps/open-calls.ts'
import { callerOf } from '../http/steps/request-identity.ts'
import { signIdentityHeaders } from './identity-headers.ts'
import { upstreamRequestHeaders } from './request-headers.ts'
import { isSendable, withoutToken } from './request-target.ts'
import type { UpstreamCall } from './upstream-call.ts'

/** What both kinds of requests to an upstream service need. */
export interface ForwarderOptions {
  readonly settings: UpstreamSettings
  readonly signingSecret: string
  readonly openCalls: OpenCalls
  readonly outage: OutageLog
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
  signingSecret: string,
  timeMs: number,
  traceparent: string | undefined,
): string[] {
  const caller = callerOf(request)
  if (!caller) throw new Refusal('token-missing')
  const { method, raw, id } = request
  const identity = signIdentityHeaders({
    identity: caller.identity,
    method,
    path: pathOf(request),
    requestId: id,
    timeSeconds: Math.floor(timeMs / 1000),
    secret: signingSecret,
  })
  return upstreamRequestHeaders(raw.rawHeaders, {
    identity,
    requestId: id,
    address: addressOf(request),
    host: request.host,
    protocol: request.protocol,
    traceparent,
  })
}
