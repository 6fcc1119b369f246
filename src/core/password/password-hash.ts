import { availableParallelism } from 'node:os'
import {
  type ConcurrencyLimitOptions,
  createConcurrencyLimit,
} from '../../platform/runtime/concurrency-limit.ts'
import { DECOY_HASH, decoyOf, hashPassword, isCurrentHash, verifyPassword } from './hash-function.ts'

export type PasswordHashes = ReturnType<typeof createPasswordHashes>

/**
 * Returns how many passwords are hashed at the same time. One core stays free for other requests. More than three would use
 * all four threads that Node also needs for files and DNS.
 */
export function hashConcurrency(cores = availableParallelism()): number {
  return Math.max(1, Math.min(3, cores - 1))
}

export function createPasswordHashes(limit: ConcurrencyLimitOptions) {
  const limited = createConcurrencyLimit(limit)

  return {
    hash: (password: string) => limited(() => hashPassword(password)),
    /** Returns whether the password matches the hash. A text that is not a hash, and a hash above the limit, match nothing. */
    matches: (password: string, hash: string) => limited(() => verifyPassword(password, hash)),
    /**
     * Like `matches`, but takes the same time for a current hash, for a hash of one of the kinds that the decoys represent, for
     * one that is not verified, and for no hash at all: every kind is verified once, with its decoy if the hash is of another kind.
     */
    matchesInEqualTime: (password: string, hash: string | undefined, decoys: readonly string[]) =>
      limited(async () => {
        const ownKind = hash === undefined ? undefined : decoyOf(hash)
        let matches = false
        for (const kind of new Set([DECOY_HASH, ...decoys, ownKind ?? DECOY_HASH])) {
          const isOwn = kind === ownKind && hash !== undefined
          const verified = await verifyPassword(password, isOwn ? hash : kind)
          if (isOwn) matches = verified
        }
        return matches
      }),
    isCurrent: isCurrentHash,
    /** Returns how many passwords are being hashed, and how many wait for it. */
    load: limited.load,
  }
}
