import type { ChainEnds } from './chain.store.ts'
import type { Link } from './link.ts'
import { type Finding, type LinkedEntry, type RemovedEntries, walkFrom } from './walk.ts'

export interface LogToVerify {
  readonly ends: () => Promise<ChainEnds>
  /** Sorted by position. */
  readonly entries: AsyncIterable<LinkedEntry>
  readonly removed?: () => Promise<RemovedEntries>
  /** Returns the last position that was deleted by retention, as recorded in another log. */
  readonly dropped?: () => Promise<number>
  /** Links that were saved earlier, outside the database. */
  readonly anchors?: readonly Link[]
  readonly onProgress?: (verified: number) => void
}

export interface Verification {
  readonly intact: boolean
  /** The number of entries that were read. */
  readonly verified: number
  /** The number of entries that operators removed, according to the audit log. */
  readonly removed: number
  readonly findings: readonly Finding[]
  /** Can be saved elsewhere and passed to a later verification as an anchor. */
  readonly head: Link
}

const PROGRESS_EVERY = 1000
const nothingRemoved = async (): Promise<RemovedEntries> => new Map()
const nothingDropped = async (): Promise<number> => 0

/**
 * Finds entries that were changed, removed or inserted without the service, up to the head at the time of the call. The
 * log may be written to in the meantime.
 */
export async function verifyLog(log: LogToVerify): Promise<Verification> {
  const { ends, entries, removed = nothingRemoved, dropped = nothingDropped, anchors = [], onProgress } = log
  const { base, head } = await ends()
  const walk = walkFrom({ base, head, anchors, removed: await removed(), dropped: await dropped() })

  /** Entries that are missing before a position may have been removed in the meantime, by an operator or by retention. */
  async function reach(place: number): Promise<void> {
    if (walk.passTo(place)) return
    if (!walk.isFull()) {
      // In this order: retention also deletes the records of removed entries.
      walk.learn(await removed())
      walk.beginAfter((await ends()).base, place)
    }
    walk.missTo(place)
  }

  let latest = head
  let seen = 0
  for await (const entry of entries) {
    seen++
    if (seen % PROGRESS_EVERY === 0) onProgress?.(seen)
    if (entry.position > latest.position && !walk.isFull()) latest = (await ends()).head
    if (walk.isOver(entry.position) || entry.position > latest.position) {
      walk.inserted(entry.position)
    } else if (entry.position <= head.position) {
      await reach(entry.position)
      walk.see(entry)
    } // Later entries are left to the next verification.
  }
  await reach(head.position + 1)
  const { findings, verified, passed } = walk.end()
  return { intact: findings.length === 0, verified, removed: passed, findings, head }
}
