import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalReason } from '../refusal.ts'
import type { AccessEntry, AccessLog } from './access-entry.ts'
import type { Check } from './check.ts'
import { addressOf } from './client.ts'
import { pathOf } from './request-path.ts'
import './request-identity.ts'

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
export type AnswerLog = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => void

/**
 * One entry a request. For the figure `protected-whole`, it is written with the answer and not by a hook of Fastify's for
 * what comes after it, which listens to every answer.
 */
export function createAnswerLog(log: AccessLog, onFault: (fault: unknown) => void): AnswerLog {
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
export const noteArrival: Check = (request) => {
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
    user: request.identity?.username,
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
