import { availableParallelism } from 'node:os'

/**
 * How many password hashes are computed at once. The process has four background threads, and the machine its cores:
 * hashing leaves one of each to everything else. For the figure `storm`: with a hash on every core, a protected call waits
 * until one of them is done.
 */
export function hashThreads(cores = availableParallelism()): number {
  return Math.max(1, Math.min(3, cores - 1))
}
