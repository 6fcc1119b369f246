import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidParameters, type Language, Refusal } from '../refusal.ts'
import { errorToRefusal } from './error-to-refusal.ts'
import { languageOf } from './language.ts'
import { refuseConnection } from './refused-connections.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The logger of the standalone service. */
    serviceLog?: FastifyBaseLogger
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Has the refusal reason, so that a client need not read the text of `msg`. */
export const REASON_HEADER = 'X-Castellan-Reason'

const SUCCESS = { en: 'OK', zh: '成功' } as const

/** The fields besides `code` and `msg`, usually only `data`. */
export type SuccessFields = Readonly<Record<string, unknown>>

/** Returns the body of a successful response: HTTP 200 with the code 200. */
export function successBody(request: FastifyRequest, fields: SuccessFields): SuccessFields {
  return { code: 200, msg: SUCCESS[languageOf(request.headers['accept-language'])], ...fields }
}

/**
 * Sends a refusal: HTTP 200 with the code in the body, by which clients decide (spec, Errors). Protocol errors and
 * internal errors also set the HTTP status.
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
  // A file download that failed before its first byte.
  if (reply.hasHeader('content-disposition')) reply.removeHeader('content-disposition').type(JSON_TYPE)
  return reply
    .code(refusal.isProtocol ? refusal.code : 200)
    .header(REASON_HEADER, refusal.reason)
    .send(refusalBody(refusal, languageOf(request.headers['accept-language'])))
}

/** Returns the body of a refusal. With the code 401 it has exactly the two members of the specification. */
export function refusalBody(refusal: Refusal, language: Language): SuccessFields {
  const { code, reason } = refusal
  const body = { code, msg: refusal.text(language) }
  if (code === 401) return body
  return refusal instanceof InvalidParameters
    ? { ...body, reason, errors: refusal.errors(language) }
    : { ...body, reason }
}

/** Sends HTTP 503 with the fields of a success, for load balancers, which read only the status. */
export function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: SuccessFields,
): FastifyReply {
  const refusal = new Refusal('unavailable')
  const body = refusalBody(refusal, languageOf(request.headers['accept-language']))
  return reply
    .code(refusal.code)
    .header(REASON_HEADER, refusal.reason)
    .send({ ...body, ...fields })
}

/** Sends the response to an error. The error handler of every scope whose responses use the envelope. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    const refusal = errorToRefusal(error) ?? faultOf(error, request)
    if (refusal.cause)
      logOf(request).warn({ err: refusal.cause }, 'a request failed because a dependency is unavailable')
    return sendRefusal(request, reply, refusal)
  } catch {
    // Creating the response failed too. Fastify would send its own format, or an empty body with HTTP 200.
    const fault = new Refusal('fault')
    return reply.code(fault.code).header(REASON_HEADER, fault.reason).send(refusalBody(fault, 'en'))
  }
}

/** Returns the logger with the request's id: the standalone service's, or the app's. */
function logOf({ log, server, id }: FastifyRequest): FastifyBaseLogger {
  return server.serviceLog?.child({ reqId: id }) ?? log
}

function faultOf(error: unknown, request: FastifyRequest): Refusal {
  logOf(request).error({ err: error }, 'a request failed because of an internal error')
  return new Refusal('fault')
}

function isMalformed({ reason }: Refusal): boolean {
  return reason === 'request-malformed' || reason === 'path-not-canonical'
}
