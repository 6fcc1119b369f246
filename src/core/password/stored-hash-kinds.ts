import { createOutageLog } from '../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../platform/runtime/periodic.ts'
import { DECOY_HASH, decoyOf } from './hash-function.ts'
import type { StoredHashStore } from './stored-hash.store.ts'

/** The kinds of stored hashes that are not current: those of imported users who have not logged in yet. */
export type StoredHashKinds = ReturnType<typeof createStoredHashKinds>

interface StoredHashKindsOptions {
  readonly store: Pick<StoredHashStore, 'outdatedKinds'>
  readonly onProblem: (error: unknown) => void
  readonly intervalMs?: number
}

/** Every kind makes all logins more expensive. Users are usually imported from one or two systems. */
const MAX_KINDS = 3
const INTERVAL_MS = 10_000

/**
 * Reads the stored kinds periodically, so that a login finds them in memory.
 * See docs/decisions/0067-hash-kinds-counted-by-an-index.md.
 */
export function createStoredHashKinds(options: StoredHashKindsOptions) {
  let known: ReadonlyMap<string, number> = new Map()
  const outage = createOutageLog(options.onProblem)

  const read = async (): Promise<void> => {
    known = await options.store.outdatedKinds()
    outage.recovered()
  }

  return {
    /** Returns a decoy for each of the most common kinds. */
    decoys: () =>
      [...known]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MAX_KINDS)
        .map(([decoy]) => decoy),
    /** Adds the kind of a hash that a login has read from the database. */
    notice(hash: string): void {
      const decoy = decoyOf(hash) ?? DECOY_HASH
      if (decoy !== DECOY_HASH && !known.has(decoy)) known = new Map([...known, [decoy, 1]])
    },
    close: runPeriodically(options.intervalMs ?? INTERVAL_MS, read, outage.failed),
  }
}
