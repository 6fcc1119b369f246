import type { Link } from './link.ts'

/** A stored entry. `after` returns the link that it should have after another one. */
export interface LinkedEntry extends Link {
  after(previous: Link): Link
}

/** The entries that operators removed, by position. They still link the entry after them to the one before. */
export type RemovedEntries = ReadonlyMap<number, LinkedEntry>

/** What is known of a log before its entries are read. */
export interface Route {
  readonly base: Link
  readonly head: Link
  readonly anchors: readonly Link[]
  /** The entries that operators had removed. */
  readonly removed: RemovedEntries
  /** The last position that retention may have deleted. */
  readonly dropped: number
}

export interface Finding {
  readonly position: number
  readonly problem: string
}

/** A log that was rewritten has as many findings as entries. */
const MAX_FINDINGS = 1000

/** Compares a log with its hash chain, one position after another, from its base to its head. */
export function walkFrom({ base, head, anchors, removed: removedBefore, dropped }: Route) {
  const findings: Finding[] = []
  const awaited = new Set(anchors)
  const removed = new Map(removedBefore)
  let verified = 0
  let passed = 0
  let begin = base.position
  let position = base.position
  // Unknown after a missing entry: the next one cannot be compared with it.
  let hash: string | undefined
  if (base.position > dropped)
    report(
      dropped + 1,
      `is missing, and so are those up to ${base.position}: they were not dropped as too old`,
    )
  step(base)

  function report(at: number, problem: string): void {
    if (findings.length < MAX_FINDINGS) findings.push({ position: at, problem })
  }

  function step(to: Link): void {
    for (const anchor of awaited) {
      if (anchor.position !== to.position) continue
      awaited.delete(anchor)
      if (anchor.hash !== to.hash)
        report(to.position, 'is not the one that the anchor names: the log was rewritten up to here')
    }
    position = to.position
    hash = to.hash
  }

  function missing(to: number): void {
    const from = position + 1
    report(from, from === to ? 'is missing' : `is missing, and so are those up to ${to}`)
    position = to
    hash = undefined
  }

  function follow(entry: LinkedEntry): void {
    if (hash !== undefined && entry.after({ position, hash }).hash !== entry.hash)
      report(entry.position, 'was changed, or the one before it was')
    step(entry)
  }

  function pass(entry: LinkedEntry): void {
    follow(entry)
    passed++
  }

  /** Passes the entries that operators removed. Returns whether no other entry is missing before the position. */
  function passTo(place: number): boolean {
    for (;;) {
      const entry = position + 1 < place ? removed.get(position + 1) : undefined
      if (entry === undefined) return position + 1 >= place
      pass(entry)
    }
  }

  return {
    passTo,

    /** Adds entries that operators removed in the meantime. */
    learn(entries: RemovedEntries): void {
      for (const [at, entry] of entries) removed.set(at, entry)
    },

    /** The base of the log has moved: entries before it are not missing. */
    beginAfter(later: Link, place: number): void {
      if (later.position <= position) return
      begin = Math.min(later.position, place - 1)
      position = begin
      hash = undefined
      if (later.position === begin) step(later)
    },

    /** Reports the entries before the position that neither exist nor were removed. */
    missTo(place: number): void {
      const left = [...removed].filter(([at]) => at > position && at < place).toSorted(([a], [b]) => a - b)
      for (const [at, entry] of left) {
        if (position + 1 < at) missing(at - 1)
        pass(entry)
      }
      if (position + 1 < place) missing(place - 1)
    },

    see(entry: LinkedEntry): void {
      verified++
      follow(entry)
    },

    inserted(at: number): void {
      verified++
      report(at, 'was inserted: it was never written by the service')
    },

    /** Further findings would not be reported. */
    isFull: (): boolean => findings.length === MAX_FINDINGS,

    /** Returns whether no entry can be there: the position was passed, or its entry was removed earlier. */
    isOver: (at: number): boolean => at <= position || removedBefore.has(at),

    end() {
      if (hash !== undefined && (hash !== head.hash || position !== head.position))
        report(head.position, 'is not the one that was written last')
      for (const anchor of awaited)
        if (anchor.position > begin) report(anchor.position, 'is missing: an anchor names it')
      return { findings, verified, passed }
    },
  }
}
