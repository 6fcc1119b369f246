import type { FastifyRequest } from 'fastify'

const givenUp = new WeakSet<object>()

/**
 * Nothing more is heard on the connection of this request. Closing it is not enough: Node hands over all requests
 * that have come with the same packet, and the rest of a malformed one may have been written to look like another.
 */
export function refuseConnection(request: FastifyRequest): void {
  givenUp.add(request.raw.socket)
}

export function isConnectionRefused(request: FastifyRequest): boolean {
  return givenUp.has(request.raw.socket)
}
