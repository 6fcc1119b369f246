import { createHash } from 'node:crypto'

/** Returns a text that only equal values have in common. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
