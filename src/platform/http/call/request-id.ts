import { randomBytes } from 'node:crypto'

const IDS_PER_PREFIX = 10_000

/** Creates a function that returns ids unique among all processes: a random prefix and a counter. */
export function createRequestIds(randomPart = () => randomBytes(6).toString('base64url')): () => string {
  let prefix = ''
  let count = IDS_PER_PREFIX
  return () => {
    if (count === IDS_PER_PREFIX) {
      prefix = randomPart()
      count = 0
    }
    return `${prefix}${count++}`
  }
}

export const createRequestId = createRequestIds()

const ids = new WeakMap<object, string>()

/**
 * Returns the service's own id of a request that Node has received, always the same one. The ids of an embedding app are
 * not unique: Fastify counts from 1 after each start.
 */
export function requestIdOf(message: object): string {
  const known = ids.get(message)
  if (known !== undefined) return known
  const id = createRequestId()
  ids.set(message, id)
  return id
}
