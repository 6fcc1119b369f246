import type { ChainEnds } from './chain.store.ts'
import type { Link } from './link.ts'
import { type Finding, type LinkedEntry, type RemovedEntries, walkFrom } from './walk.ts'

export interface LogToVerify {
  readonly ends: () => Promise<ChainEnds>
  /** In the order of their positions. */
  readonly entries: AsyncIterable<LinkedEntry>
  readonly removed?: () => Promise<RemovedEntries>
  /** Up to which position entries were dropped as too old, as is told elsewhere; none where nothing tells of it. */
  readonly dropped?: () => Promise<number>
  /** Links that were noted down earlier, where nobody who can write to the database can change them. */
  readonly anchors?: readonly Link[]
  readonly onProgress?: (verified: number) => void
}

export interface Verification {
  readonly intact: boolean
  /** How many entries were looked at. */
  readonly verified: number
  /** How many operators have removed, as the audit log tells. */
  readonly removed: number
  readonly findings: readonly Finding[]
  /** To be noted down elsewhere, and given to a later verification as an anchor. */
  readonly head: Link
}

const PROGRESS_EVERY = 1000
const nothingRemoved = async (): Promise<RemovedEntries> => new Map()
const nothingDropped = async (): Promise<number> => 0

/**
 * Finds entries that were changed, removed or inserted behind the service's back, up to where the log ends when this begins.
 * The log may be in use meanwhile.
 */
export async function verifyLog(log: LogToVerify): Promise<Verification> {
  const { ends, entries, removed = nothingRemoved, dropped = nothingDropped, anchors = [], onProgress } = log
  const { base, head } = await ends()
  const walk = walkFrom({ base, head, anchors, removed: await removed(), dropped: await dropped() })

  /** What should lie before a place and is not there may have been taken out meanwhile: by an operator, or as too old. */
  async function reach(place: number): Promise<void> {
    if (walk.passTo(place)) return
    if (!walk.isFull()) {
      // In this order: what is dropped as too old is no longer among the removed.
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
    } // What was written since it began is for the next verification.
  }
  await reach(head.position + 1)
  const { findings, verified, passed } = walk.end()
  return { intact: findings.length === 0, verified, removed: passed, findings, head }
}
