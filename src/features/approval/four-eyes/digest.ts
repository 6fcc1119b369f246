import { createHash } from 'node:crypto'

/** Returns a text that is the same only for equal values. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
