import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Client } from '../../authentication/session/session.ts'
import { type IncomingCall, pathOfCall } from '../../authorization/guard/incoming-call.ts'
import { unmapIPv4 } from '../../foundation/network/network.ts'

/** Returns the client's address: the peer's, or the one that a trusted proxy forwards. */
export function addressOf(request: FastifyRequest): string {
  const peer = request.raw.socket.remoteAddress ?? ''
  // A trusted proxy may forward a value that the client made up.
  const { ip } = request
  const address = ip === peer || isIP(ip) ? ip : peer
  return unmapIPv4(address)
}

export function clientOf(request: FastifyRequest): Client {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] ?? '' }
}

/** Returns the path of a request as it was sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  return pathOfCall({ url: request.raw.url ?? '' })
}

/** Returns the description of a request that the checks of the caller work on. */
export function toIncomingCall(request: FastifyRequest): IncomingCall {
  const { url = '', headers, rawHeaders } = request.raw
  return {
    method: request.method,
    url,
    headers,
    rawHeaders,
    remoteAddress: addressOf(request),
    host: request.host,
  }
}
