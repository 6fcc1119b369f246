import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, type Http2ServerRequest } from 'node:http2'
import type { FastifyRequest } from 'fastify'
import { sendRawResponse } from '../../../platform/http/responses/raw-response.ts'
import { SLOW_CLIENT_MILLISECONDS } from '../../../platform/http/server-options.ts'
import type { Step } from '../../../platform/http/steps/step.ts'
import { reportResponse } from './refusal-observer.ts'

/**
 * Limits how long a body may take to arrive. An app that sets Fastify's `requestTimeout` has such a limit already, for whole
 * requests.
 */
export const limitBodyTime: Step = (request, reply) =>
  request.server.server.requestTimeout > 0 ? undefined : startBodyTimeout(request, reply)

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

export function createBodyTimeout(milliseconds: number): Step {
  return (request, reply) => {
    const { raw } = request
    if (!canHaveBody(raw)) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      refuseSlowBody(request, reply.raw)
    }, milliseconds).unref()
    timers.set(raw, timer)
    raw.once('end', () => clearTimeout(timer))
    raw.once('close', () => clearTimeout(timer))
  }
}

/** Ends the limit for a body to which another limit applies. */
export function stopBodyTimeout(raw: IncomingMessage): void {
  clearTimeout(timers.get(raw))
}

/** Responds with 408 to a request whose body arrives too slowly, and closes the connection. */
export function refuseSlowBody(request: FastifyRequest, response: ServerResponse): void {
  const { raw } = request
  if (isHttp2(raw)) raw.stream.close(constants.NGHTTP2_CANCEL)
  else if (response.headersSent) raw.socket.destroy()
  else sendRawResponse(raw.socket, '408 Request Timeout', (refused) => reportResponse(request, refused))
}

const startBodyTimeout = createBodyTimeout(SLOW_CLIENT_MILLISECONDS)

/** HTTP/2 needs no header to announce a body. */
function canHaveBody(raw: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
  if (length !== '0' || coding !== undefined) return true
  return isHttp2(raw) && !['GET', 'HEAD'].includes(raw.method ?? '')
}

/** Fastify types requests as HTTP/1 messages; an embedding app can use HTTP/2. */
function isHttp2(raw: IncomingMessage | Http2ServerRequest): raw is Http2ServerRequest & IncomingMessage {
  return raw.httpVersionMajor === 2
}
