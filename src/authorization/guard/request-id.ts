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
