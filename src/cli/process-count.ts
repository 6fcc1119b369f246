import { availableParallelism } from 'node:os'

/** `auto`: one for each core. */
export function processCountOf(text: string): number {
  const count = text === 'auto' ? availableParallelism() : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count
  throw new Error('--processes takes a number from 1 to 256, or "auto" for one process a core')
}
