import type { ChainEnds } from './chain.store.ts'
import type { Link } from './link.ts'

/** An entry as it is stored, and the link that it should have after another one. */
export interface LinkedEntry extends Link {
  after(previous: Link): Link
}

export interface LogToVerify {
  readonly ends: () => Promise<ChainEnds>
  /** In the order of their positions. */
  readonly entries: AsyncIterable<LinkedEntry>
  /** The hashes of entries that an operator has removed, by position. */
  readonly removed?: ReadonlyMap<number, string>
  /** Links that were noted down earlier, where nobody who can write to the database can change them. */
  readonly anchors?: readonly Link[]
  readonly onProgress?: (verified: number) => void
}

export interface Finding {
  readonly position: number
  readonly problem: string
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

/** A log that was rewritten as a whole has as many findings as entries; these are enough to see it. */
const MOST_FINDINGS = 1000
const PROGRESS_EVERY = 1000

/** Finds entries that were changed, removed or inserted behind the service's back. */
export async function verifyLog(log: LogToVerify): Promise<Verification> {
  const { base, head: firstHead } = await log.ends()
  let head = firstHead
  const walk = walkFrom(base, log)
  for await (const entry of log.entries) {
    // The log is in use: it may have grown since.
    if (entry.position > head.position) head = (await log.ends()).head
    walk.see(entry, head)
  }
  walk.end(head)
  // What was dropped from its beginning meanwhile is not missing.
  const latest = (await log.ends()).base.position
  const findings = walk.findings.filter(({ position }) => position <= base.position || position > latest)
  return { intact: findings.length === 0, verified: walk.verified(), removed: walk.passed(), findings, head }
}

function walkFrom(base: Link, { removed = new Map(), anchors = [], onProgress }: LogToVerify) {
  const findings: Finding[] = []
  const awaited = new Map(anchors.map(({ position, hash }) => [position, hash]))
  let verified = 0
  let passed = 0
  let position = base.position
  // Unknown after an entry that is missing: the next one can't be compared with it.
  let hash: string | undefined = base.hash

  function report(at: number, problem: string): void {
    if (findings.length < MOST_FINDINGS) findings.push({ position: at, problem })
  }

  function step(to: Link): void {
    const anchored = awaited.get(to.position)
    if (anchored !== undefined && anchored !== to.hash)
      report(to.position, 'is not the one that the anchor names: the log was rewritten up to here')
    awaited.delete(to.position)
    position = to.position
    hash = to.hash
  }

  function missing(from: number, to: number): void {
    report(from, from === to ? 'is missing' : `is missing, and so are those up to ${to}`)
    position = to
    hash = undefined
  }

  /** Goes over what operators have removed, up to the entry before this place. */
  function passTo(place: number): void {
    let gapFrom = position + 1
    for (let at = gapFrom; at < place; at++) {
      const removedHash = removed.get(at)
      if (removedHash === undefined) continue
      if (gapFrom < at) missing(gapFrom, at - 1)
      step({ position: at, hash: removedHash })
      passed++
      gapFrom = at + 1
    }
    if (gapFrom < place) missing(gapFrom, place - 1)
  }

  return {
    findings,
    verified: () => verified,
    passed: () => passed,

    see(entry: LinkedEntry, head: Link): void {
      verified++
      if (verified % PROGRESS_EVERY === 0) onProgress?.(verified)
      if (entry.position <= position || entry.position > head.position) {
        report(entry.position, 'was inserted: it was never written by the service')
        return
      }
      passTo(entry.position)
      if (hash !== undefined && entry.after({ position, hash }).hash !== entry.hash)
        report(entry.position, 'was changed, or the one before it was')
      step(entry)
    },

    end(head: Link): void {
      passTo(head.position + 1)
      if (hash !== undefined && hash !== head.hash)
        report(head.position, 'is not the one that was written last')
      for (const at of awaited.keys()) if (at > base.position) report(at, 'is missing: an anchor names it')
    },
  }
}
