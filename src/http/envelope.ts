import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import { errorToRefusal } from './error-to-refusal.ts'
import { languageOf } from './language.ts'
import { refuseConnection } from './refused-connections.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the standalone service. */
    serviceLog?: FastifyBaseLogger
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

const SUCCESS = { en: 'OK', zh: '成功' } as const

/** Fields that stand beside `code` and `msg`: nearly always `data` alone. */
export type SuccessFields = Readonly<Record<string, unknown>>

/** Every success: HTTP 200 with the code 200. */
export function successBody(request: FastifyRequest, fields: SuccessFields): SuccessFields {
  return { code: 200, msg: SUCCESS[languageOf(request.headers['accept-language'])], ...fields }
}

/**
 * Every "no": HTTP 200 with a code in the body, so that a client decides from the code (spec, Errors). Only what is
 * refused below the application, and a fault, also says it in the HTTP status.
 */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfterSeconds, allow } = refusal.details
  reply.refusalReason = refusal.reason
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds))
  if (allow !== undefined) reply.header('Allow', String(allow))
  if (isMalformed(refusal)) {
    reply.header('Connection', 'close')
    refuseConnection(request)
  }
  // It was to be a file, which failed before anything of it was sent.
  if (reply.hasHeader('content-disposition')) reply.removeHeader('content-disposition').type(JSON_TYPE)
  const msg = refusal.text(languageOf(request.headers['accept-language']))
  return reply.code(refusal.isProtocol ? refusal.code : 200).send({ code: refusal.code, msg })
}

/** A success that says the service can't serve: for those that look at the HTTP status alone, such as load balancers. */
export function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: SuccessFields,
): FastifyReply {
  const refusal = new Refusal('unavailable')
  const msg = refusal.text(languageOf(request.headers['accept-language']))
  return reply.code(refusal.code).send({ code: refusal.code, msg, ...fields })
}

/** The error handler of every scope that answers in our envelope. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    const refusal = errorToRefusal(error) ?? faultOf(error, request)
    if (refusal.cause)
      logOf(request).warn({ err: refusal.cause }, 'a request failed by what the service needs')
    return sendRefusal(request, reply, refusal)
  } catch {
    // Not even the refusal could be put into words: Fastify would answer in its own, or with nothing and HTTP 200.
    const fault = new Refusal('fault')
    return reply.code(fault.code).send({ code: fault.code, msg: fault.text('en') })
  }
}

/** The log with the request's id: the app's, or the standalone service's own. */
function logOf({ log, server, id }: FastifyRequest): FastifyBaseLogger {
  return server.serviceLog?.child({ reqId: id }) ?? log
}

function faultOf(error: unknown, request: FastifyRequest): Refusal {
  logOf(request).error({ err: error }, 'a request failed by a fault of the service')
  return new Refusal('fault')
}

function isMalformed({ reason }: Refusal): boolean {
  return reason === 'request-malformed' || reason === 'path-not-canonical'
}
