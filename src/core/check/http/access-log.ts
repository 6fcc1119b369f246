import type { FastifyReply, FastifyRequest } from 'fastify'
import { redactPath } from '../../../platform/http/call/refused-call.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import type { RefusalReason } from '../../../platform/refusal/refusal.ts'
import { addressOf, pathOf } from './request.ts'
import { callerOf } from './request-identity.ts'

/** The access log's entry for one request. */
export interface AccessEntry {
  readonly reqId: string
  readonly method: string
  /** Without the query, which may contain a token. */
  readonly path: string
  /** The request that a proxy asks about (`GET /orders`). */
  readonly original?: string | undefined
  readonly status: number
  readonly refusal: RefusalReason | undefined
  readonly user: string | undefined
  readonly address: string
  /** From the arrival to the response; for a streamed response, to its end. */
  readonly ms: number
}

const MAX_PATH_LENGTH = 256

/** `route` is the declared route; undefined for a path without a route. */
export type AccessLog = (entry: AccessEntry, route: string | undefined, request: FastifyRequest) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the access log of the standalone service, for handlers that send no response through Fastify. */
    logResponse?: ResponseLog
  }
  interface FastifyReply {
    /** Why the request was refused, for the access log. */
    refusalReason?: RefusalReason | null
    /** Whether the entry is written, or will be when the streamed response ends. */
    isLogged?: boolean
  }
  interface FastifyRequest {
    /** In milliseconds of `performance.now()`. */
    receivedAt?: number
    /** When the response started, in milliseconds of `performance.now()`. */
    respondedAt?: number
    clientAddress?: string
    /** The request that a proxy asks about. */
    originalCall?: { readonly method: string; readonly path: string; readonly username: string | undefined }
  }
}

/** Called before a response is sent. */
type ResponseLog = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => void

/** Creates the function that writes one access log entry per request. */
export function createResponseLog(log: AccessLog, onFault: (fault: unknown) => void): ResponseLog {
  const logEntry = (request: FastifyRequest, reply: FastifyReply): void => {
    try {
      log(createEntry(request, reply), request.routeOptions.url, request)
    } catch (fault) {
      // A failing log must not change the response.
      onFault(fault)
    }
  }
  return (request, reply, payload) => {
    // If sending a response fails, the error response that replaces it gets here too.
    if (reply.isLogged) return
    reply.isLogged = true
    recordResponse(request)
    if (isStream(payload)) reply.raw.once('close', () => logEntry(request, reply))
    else logEntry(request, reply)
  }
}

/** The first step of a request: the client's address is unknown once it has disconnected. */
export const recordArrival: Step = (request) => {
  request.receivedAt = performance.now()
  request.clientAddress = addressOf(request)
}

/** Records that the response starts. A stream may last for hours after that. */
export function recordResponse(request: FastifyRequest): void {
  request.respondedAt ??= performance.now()
}

/** Returns the time from the arrival of a request to the start of its response. */
export function secondsToResponse({ receivedAt, respondedAt }: FastifyRequest): number {
  return receivedAt === undefined || respondedAt === undefined ? 0 : (respondedAt - receivedAt) / 1000
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

function createEntry(request: FastifyRequest, reply: FastifyReply): AccessEntry {
  return {
    reqId: request.id,
    method: request.method,
    path: redactPath(pathOf(request), MAX_PATH_LENGTH),
    original:
      request.originalCall &&
      `${request.originalCall.method} ${redactPath(request.originalCall.path, MAX_PATH_LENGTH)}`,
    status: reply.statusCode,
    refusal: reply.refusalReason ?? undefined,
    user: callerOf(request)?.identity.username ?? request.originalCall?.username,
    address: request.clientAddress ?? '',
    ms: Math.round((performance.now() - (request.receivedAt ?? 0)) * 10) / 10,
  }
}
