import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { unmapIPv4 } from '../network.ts'
import type { Client } from '../session/session.ts'

/** The client's address: the peer's, or what a trusted proxy says of it. */
export function addressOf(request: FastifyRequest): string {
  const peer = request.raw.socket.remoteAddress ?? ''
  // A trusted proxy may pass on what a client made up: only an address counts.
  const { ip } = request
  const address = ip === peer || isIP(ip) ? ip : peer
  return unmapIPv4(address)
}

export function clientOf(request: FastifyRequest): Client {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] ?? '' }
}
