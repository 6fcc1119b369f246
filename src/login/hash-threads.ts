import { availableParallelism } from 'node:os'

/**
 * How many password hashes are computed at once, each on a thread of its own. One core is left to everything else, and more
 * than three are not taken: every login under way counts as a failure until it is known to be none. For the figure `storm`:
 * with a hash on every core, a protected call waits until one of them is done.
 */
export function hashThreads(cores = availableParallelism()): number {
  return Math.max(1, Math.min(3, cores - 1))
}
