import type { FastifyRequest } from 'fastify'

const refused = new WeakSet<object>()

/**
 * Refuses all further requests on the connection of this request. Closing the connection is not enough: Node handles
 * all requests that arrived in the same packet, and the rest of a malformed request may look like another one.
 */
export function refuseConnection(request: FastifyRequest): void {
  refused.add(request.raw.socket)
}

export function isConnectionRefused(request: FastifyRequest): boolean {
  return refused.has(request.raw.socket)
}
