import type { FastifyRequest } from 'fastify'

/** Returns the path of a request as it was sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
