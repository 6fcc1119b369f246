import type { FastifyRequest } from 'fastify'
import { pathOfCall } from '../../../authorization/guard/incoming-call.ts'

/** Returns the path of a request as it was sent, without the query. */
export function pathOf(request: FastifyRequest): string {
  return pathOfCall({ url: request.raw.url ?? '' })
}
