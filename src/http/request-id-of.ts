import type { FastifyRequest } from 'fastify'
import { createRequestIds } from '../guard/request-id.ts'
import { isSafeRequestId } from '../guard/response-headers.ts'

const createId = createRequestIds()
const replacements = new WeakMap<FastifyRequest, string>()

/** Returns the id of a request, or another one if the app's id cannot be sent back. */
export function requestIdOf(request: FastifyRequest): string {
  if (isSafeRequestId(request.id)) return request.id
  const id = replacements.get(request) ?? createId()
  replacements.set(request, id)
  return id
}
