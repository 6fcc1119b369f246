import { availableParallelism } from 'node:os'
import {
  type ConcurrencyLimitOptions,
  createConcurrencyLimit,
  type Load,
} from '../../foundation/runtime/concurrency-limit.ts'
import { DECOY_HASH, decoyOf, hashPassword, isCurrentHash, verifyPassword } from './hash-function.ts'

export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Returns whether the password matches the hash. A text that is not a hash, and a hash above the limit, match nothing. */
  matches(password: string, hash: string): Promise<boolean>
  /**
   * Like `matches`, but takes the same time for a current hash, for a hash of one of the kinds that the decoys represent, for
   * one that is not verified, and for no hash at all: every kind is verified once, with its decoy if the hash is of another kind.
   */
  matchesInEqualTime(password: string, hash: string | undefined, decoys: readonly string[]): Promise<boolean>
  isCurrent(hash: string): boolean
  /** Returns how many passwords are being hashed, and how many wait for it. */
  load(): Load
}

/**
 * Returns how many passwords are hashed at the same time. One core stays free for other requests. More than three would use
 * all four threads that Node also needs for files and DNS.
 */
export function hashConcurrency(cores = availableParallelism()): number {
  return Math.max(1, Math.min(3, cores - 1))
}

export function createPasswordHashes({ concurrency, maxWaiting }: ConcurrencyLimitOptions): PasswordHashes {
  const limited = createConcurrencyLimit({ concurrency, maxWaiting })

  return {
    hash: (password) => limited(() => hashPassword(password)),
    matches: (password, hash) => limited(() => verifyPassword(password, hash)),
    matchesInEqualTime: (password, hash, decoys) =>
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
    load: limited.load,
  }
}
