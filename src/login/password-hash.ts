import { type ConcurrencyLimitOptions, createConcurrencyLimit } from './concurrency-limit.ts'
import { argon2Decoy, COST, decoyOf } from './hash-kind.ts'
import { createHashWorkers, type HashWorkers } from './hash-workers.ts'

const CURRENT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Verified for users that do not exist, so that they take as long as those that do. It is the hash of nothing. */
export const DECOY_HASH = argon2Decoy(CURRENT)

export interface PasswordHashes {
  hash(password: string): Promise<string>
  /** Never throws for a bad hash: what can't be read matches nothing. */
  matches(password: string, hash: string): Promise<boolean>
  /**
   * The same, and takes equally long for a hash of today's, for one of the kinds that these decoys stand for, and for
   * none: every kind is verified once, with a decoy where the hash is of another.
   */
  matchesAlike(password: string, hash: string | undefined, decoys: readonly string[]): Promise<boolean>
  /** Whether the hash is one of today's making; others are made anew at the next login. */
  isCurrent(hash: string): boolean
  /** Finishes what is being computed, and ends the threads. */
  close(): Promise<void>
}

export interface PasswordHashesOptions extends ConcurrencyLimitOptions {
  readonly workers?: HashWorkers
}

/** Only so many are computed at once, each on a thread that does nothing else. */
export function createPasswordHashes({
  concurrency,
  maxWaiting,
  workers = createHashWorkers({ threads: concurrency }),
}: PasswordHashesOptions): PasswordHashes {
  // For the figure `logins`: of those that wait, a thread can have one at hand, and need not wait for the event loop to bring
  // it. Logins alone bring one more than there are threads (see `assembly.ts`).
  const atHand = Math.min(concurrency, maxWaiting)
  const inTurn = createConcurrencyLimit({
    concurrency: concurrency + atHand,
    maxWaiting: maxWaiting - atHand,
  })

  /** Which of the hashes match, by their index. */
  async function verify(password: string, hashes: readonly string[]): Promise<(index: number) => boolean> {
    const matching = await inTurn(() => workers.run({ password, hashes }))
    return (index) => matching[index] === true
  }

  return {
    async hash(password) {
      const hash = await inTurn(() => workers.run({ password }))
      if (typeof hash !== 'string') throw new Error('a password was not hashed')
      return hash
    },
    async matches(password, hash) {
      const isMatching = await verify(password, [hash])
      return isMatching(0)
    },
    async matchesAlike(password, hash, decoys) {
      // A hash of no kind that we know is a kind of its own.
      const own = hash === undefined ? DECOY_HASH : (decoyOf(hash) ?? hash)
      const kinds = [...new Set([DECOY_HASH, ...decoys, own])]
      const isMatching = await verify(
        password,
        kinds.map((kind) => (kind === own ? (hash ?? kind) : kind)),
      )
      return hash !== undefined && isMatching(kinds.indexOf(own))
    },
    isCurrent: (hash) => hash.startsWith(CURRENT),
    close: workers.close,
  }
}
