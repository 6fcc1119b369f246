import { createHash, randomBytes } from 'node:crypto'

/** Tells people and secret scanners what the text is. */
const PREFIX = 'castellan_'
const RANDOM_BYTES = 32

export function newSecret(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url')
}

/** Returns what is stored of a secret. It is random, so that a fast hash cannot be reversed. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
