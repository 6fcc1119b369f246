import { setTimeout as pause } from 'node:timers/promises'
import { createOutageLog } from '../../foundation/runtime/outage-log.ts'
import { runPeriodically } from '../../foundation/runtime/periodic.ts'
import { DECOY_HASH, decoyOf } from './hash-function.ts'
import type { StoredHashStore } from './stored-hash.store.ts'

/** The kinds of stored hashes that are not current: those of imported users who have not logged in yet. */
export interface StoredHashKinds {
  /** Returns a decoy for each of the most common kinds. */
  decoys(): readonly string[]
  /** Adds the kind of a hash that a login has read from the database. */
  notice(hash: string): void
  close(): Promise<void>
}

interface StoredHashKindsOptions {
  readonly store: StoredHashStore
  readonly onProblem: (error: unknown) => void
  readonly intervalMs?: number
  readonly readsPerFullRead?: number
}

/** Every kind makes all logins more expensive. Users are usually imported from one or two systems. */
const MAX_KINDS = 3
const INTERVAL_MS = 10_000
/** Every read covers the new users; about twice a day, a full read drops kinds that are no longer stored. */
const READS_PER_FULL_READ = 4000
const USERS_PER_PAGE = 1000
/** Spreads the load of a full read: a million users take about half a minute. */
const PAUSE_MS = 10

/** Reads the stored hashes periodically, so that a login finds the kinds in memory. */
export function createStoredHashKinds(options: StoredHashKindsOptions): StoredHashKinds {
  const { readsPerFullRead = READS_PER_FULL_READ } = options
  let known = new Map<string, number>()
  let lastId = 0
  let reads = 0
  let closed = false
  const outage = createOutageLog(options.onProblem)

  const read = async (): Promise<void> => {
    const isFullRead = reads % readsPerFullRead === 0
    const found = isFullRead ? new Map<string, number>() : known
    if (isFullRead) lastId = 0
    let page = await options.store.page(lastId, USERS_PER_PAGE)
    while (page.length > 0 && !closed) {
      for (const { hash } of page) count(found, hash)
      // Added immediately, because the first read of many users takes a while.
      for (const kind of found.keys()) if (!known.has(kind)) known.set(kind, 1)
      lastId = page.at(-1)?.id ?? lastId
      await pause(PAUSE_MS)
      page = await options.store.page(lastId, USERS_PER_PAGE)
    }
    known = found
    reads++
    outage.recovered()
  }

  const stop = runPeriodically(options.intervalMs ?? INTERVAL_MS, read, outage.failed)

  return {
    decoys: () =>
      [...known]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MAX_KINDS)
        .map(([decoy]) => decoy),
    notice: (hash) => {
      if (!known.has(decoyOf(hash) ?? DECOY_HASH)) count(known, hash)
    },
    async close() {
      closed = true
      await stop()
    },
  }
}

function count(kinds: Map<string, number>, hash: string): void {
  const decoy = decoyOf(hash)
  if (decoy !== undefined && decoy !== DECOY_HASH) kinds.set(decoy, (kinds.get(decoy) ?? 0) + 1)
}
