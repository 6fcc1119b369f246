import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { framingOf, refuseConnection } from '../../../platform/http/call/framing.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import {
  isMalformed,
  REASON_HEADER,
  refusalBody,
  refusalResponse,
} from '../../../platform/http/call/refusal-response.ts'
import { requestIdOf } from '../../../platform/http/call/request-id.ts'
import { REQUEST_ID } from '../../../platform/http/call/response-headers.ts'
import { errorToRefusal } from '../../../platform/http/responses/error-to-refusal.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { reportRefusal } from './refusal-observer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The logger of the standalone service. */
    serviceLog?: FastifyBaseLogger
  }
}

const SUCCESS = { en: 'OK', zh: '成功' } as const

/** The fields besides `code` and `msg`, usually only `data`. */
export type SuccessFields = Readonly<Record<string, unknown>>

/** Returns the body of a successful response: HTTP 200 with the code 200. */
export function successBody(request: FastifyRequest, fields: SuccessFields): SuccessFields {
  return { code: 200, msg: SUCCESS[languageOf(request.headers['accept-language'])], ...fields }
}

/** A page for a browser, which takes the place of the envelope. */
export interface PageResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a refusal. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  page?: PageResponse,
): FastifyReply {
  reply.refusalReason = refusal.reason
  reportRefusal(request, refusal)
  if (isMalformed(refusal)) refuseConnection(framingOf(request.raw))
  const { status, headers, body } = refusalResponse(refusal, languageOf(request.headers['accept-language']))
  return (
    reply
      .code(status)
      // Of a file download that failed before its first byte.
      .removeHeader('content-disposition')
      .headers({ ...headers, ...page?.headers })
      // Also where the app has set another one: the refusal is recorded under this id.
      .header(REQUEST_ID, requestIdOf(request.raw))
      .send(page?.body ?? body)
  )
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
    return reply
      .code(fault.code)
      .header(REASON_HEADER, fault.reason)
      .header(REQUEST_ID, requestIdOf(request.raw))
      .send(refusalBody(fault, 'en'))
  }
}

/** Returns the logger with the request's id: the standalone service's, or the app's. */
function logOf(request: FastifyRequest): FastifyBaseLogger {
  const requestId = requestIdOf(request.raw)
  const { log, server } = request
  // The lines of an app have an id of the app too.
  return server.serviceLog?.child({ reqId: requestId }) ?? log.child({ requestId })
}

function faultOf(error: unknown, request: FastifyRequest): Refusal {
  logOf(request).error({ err: error }, 'a request failed because of an internal error')
  return new Refusal('fault')
}
