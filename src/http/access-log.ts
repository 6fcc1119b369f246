import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalReason } from '../refusal.ts'
import type { Check } from './check.ts'
import { addressOf } from './client.ts'
import { callerOf } from './request-identity.ts'
import { pathOf } from './request-path.ts'

/** What the log says of a request that was answered. */
export interface AccessEntry {
  readonly reqId: string
  readonly method: string
  /** The path alone, never the query: a token may stand there. */
  readonly path: string
  readonly status: number
  readonly refusal: RefusalReason | undefined
  readonly user: string | undefined
  readonly address: string
  /** Until there was an answer; of one that is sent piece by piece, until its end. */
  readonly ms: number
}

export type AccessLog = (entry: AccessEntry) => void

declare module 'fastify' {
  interface FastifyReply {
    /** Why the request was refused, for the access log. */
    refusalReason?: RefusalReason | null
    /** Whether the request has its entry, or will have it when the answer ends. */
    isLogged?: boolean
  }
  interface FastifyRequest {
    /** On the clock of `performance`. */
    receivedAt?: number
    clientAddress?: string
  }
}

/** To be told of an answer before it is sent. */
export type ResponseLog = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => void

/**
 * One entry a request. For the figure `protected-whole`, it is written with the answer and not by a hook of Fastify's for
 * what comes after it, which listens to every answer.
 */
export function createResponseLog(log: AccessLog, onFault: (fault: unknown) => void): ResponseLog {
  const logAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
    try {
      log(entryOf(request, reply))
    } catch (fault) {
      // The answer stands, whatever becomes of the log.
      onFault(fault)
    }
  }
  return (request, reply, payload) => {
    // An answer that fails is replaced by another, which comes by here too.
    if (reply.isLogged) return
    reply.isLogged = true
    if (isStream(payload)) reply.raw.once('close', () => logAnswer(request, reply))
    else logAnswer(request, reply)
  }
}

/** To stand before all else that is done for a request: later its client may be gone. */
export const recordArrival: Check = (request) => {
  request.receivedAt = performance.now()
  request.clientAddress = addressOf(request)
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

function entryOf(request: FastifyRequest, reply: FastifyReply): AccessEntry {
  return {
    reqId: request.id,
    method: request.method,
    path: loggable(pathOf(request)),
    status: reply.statusCode,
    refusal: reply.refusalReason ?? undefined,
    user: callerOf(request)?.identity.username,
    address: request.clientAddress ?? '',
    ms: Math.round((performance.now() - (request.receivedAt ?? 0)) * 10) / 10,
  }
}

const MAX_PATH = 256

/** A client that puts its token into the path must not find it in the log. */
function loggable(path: string): string {
  const short = path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path
  return short.includes('eyJ') ? short.replaceAll(/eyJ[\w.-]*/g, '[token]') : short
}
