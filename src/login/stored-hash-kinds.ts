import { setTimeout as pause } from 'node:timers/promises'
import { createOutageLog } from '../outage-log.ts'
import { runPeriodically } from '../periodic.ts'
import { DECOY_HASH, decoyOf } from './hash-function.ts'
import type { StoredHashStore } from './stored-hash.store.ts'

/** Which kinds of hash are stored beside today's: those that users brought along, until each has logged in once. */
export interface StoredHashKinds {
  /** A decoy for each kind, the commonest first. */
  decoys(): readonly string[]
  /** Takes note of a hash that is in use, before it is found by itself. */
  notice(hash: string): void
  close(): Promise<void>
}

export interface StoredHashKindsOptions {
  readonly store: StoredHashStore
  readonly onProblem: (error: unknown) => void
  readonly lookMilliseconds?: number
  readonly looksPerRound?: number
}

/** Each makes every login dearer. Users come from one or two other systems, not from ten. */
const MAX_KINDS = 3
const LOOK_MILLISECONDS = 10_000
/** New users are looked at every time; all of them, to see what is no longer stored, about twice a day. */
const LOOKS_PER_ROUND = 4000
const PAGE = 1000
/** A million users are looked through in half a minute, and nobody notices. */
const PAUSE_MILLISECONDS = 10

/** Asked at every login, and so answered from memory. */
export function createStoredHashKinds(options: StoredHashKindsOptions): StoredHashKinds {
  const { looksPerRound = LOOKS_PER_ROUND } = options
  let known = new Map<string, number>()
  let lastId = 0
  let looks = 0
  let closed = false
  const outage = createOutageLog(options.onProblem)

  const look = async (): Promise<void> => {
    const isRound = looks % looksPerRound === 0
    const found = isRound ? new Map<string, number>() : known
    if (isRound) lastId = 0
    let page = await options.store.page(lastId, PAGE)
    while (page.length > 0 && !closed) {
      for (const { hash } of page) count(found, hash)
      // In force at once: a first look at many users takes a while.
      for (const kind of found.keys()) if (!known.has(kind)) known.set(kind, 1)
      lastId = page.at(-1)?.id ?? lastId
      await pause(PAUSE_MILLISECONDS)
      page = await options.store.page(lastId, PAGE)
    }
    known = found
    looks++
    outage.recovered()
  }

  const stop = runPeriodically(options.lookMilliseconds ?? LOOK_MILLISECONDS, look, outage.failed)

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
