import type { FastifyRequest } from 'fastify'
import { createRequestIds } from '../../../authorization/guard/request-id.ts'

const createId = createRequestIds()
const ids = new WeakMap<FastifyRequest['raw'], string>()

/**
 * Returns the service's own id of a request that Node has received, always the same one. It is unique among all processes.
 * The ids of an embedding app are not: Fastify counts from 1 after each start.
 */
export function idOfMessage(message: FastifyRequest['raw']): string {
  const known = ids.get(message)
  if (known !== undefined) return known
  const id = createId()
  ids.set(message, id)
  return id
}

/** Returns the service's own id of a request. In the standalone service, it is also Fastify's. */
export function requestIdOf({ raw }: FastifyRequest): string {
  return idOfMessage(raw)
}
