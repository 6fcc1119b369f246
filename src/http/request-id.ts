import { randomBytes } from 'node:crypto'

/** So many have a random part in common. */
const IDS_A_PREFIX = 10_000

/**
 * Unique among all processes, and cheap: a random part of eight characters, then a count. For the figure `protected-whole`: V8
 * keeps a longer sum of texts as what it was put together from, and takes longer to write that as a header.
 */
export function createRequestIds(randomPart = () => randomBytes(6).toString('base64url')): () => string {
  let prefix = ''
  let count = IDS_A_PREFIX
  return () => {
    if (count === IDS_A_PREFIX) {
      prefix = randomPart()
      count = 0
    }
    return `${prefix}${count++}`
  }
}
