import type { FastifyRequest } from 'fastify'
import type { IncomingCall } from '../../../authorization/guard/incoming-call.ts'
import { addressOf } from '../client.ts'

/** Returns the description of a request that the checks work on. */
export function toIncomingCall(request: FastifyRequest): IncomingCall {
  const { url = '', headers, rawHeaders } = request.raw
  return {
    method: request.method,
    url,
    headers,
    rawHeaders,
    // Computed only if a check needs them.
    get remoteAddress() {
      return addressOf(request)
    },
    get host() {
      return request.host
    },
  }
}
