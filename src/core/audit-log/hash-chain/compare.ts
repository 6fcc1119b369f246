import { objectSchema, type TypeOf, text } from '../../../platform/http/endpoint/response-schemas.ts'
import type { Link } from './link.ts'

/** A stored entry. `after` returns the link that it should have after another one. */
export interface LinkedEntry extends Link {
  after(previous: Link): Link
}

/** The entries that operators removed, by position. They still link the entry after them to the one before. */
export type RemovedEntries = ReadonlyMap<number, LinkedEntry>

/** What is known of a log before its entries are read. */
interface KnownChain {
  readonly base: Link
  readonly head: Link
  readonly anchors: readonly Link[]
  readonly removed: RemovedEntries
  /** The last position that retention has deleted. */
  readonly expiredUpTo: number
}

/** What can be wrong with an entry. */
export const PROBLEMS = {
  missing: 'is missing',
  'missing-not-expired': 'is missing and was not deleted by retention',
  'anchor-missing': 'is missing, although an anchor contains its hash',
  changed: 'was changed, or the previous entry was',
  inserted: 'was not written by the service',
  'anchor-mismatch': 'does not match its anchor: the log was rewritten up to this position',
  'head-mismatch': 'is not the entry that the service wrote last',
} as const

type FindingKind = keyof typeof PROBLEMS

export const findingSchema = objectSchema('Finding', {
  kind: { enum: Object.keys(PROBLEMS) as FindingKind[] },
  position: { type: 'integer' },
  upTo: { type: 'integer', description: 'The last position of several missing entries.' },
  problem: text,
})

export type Finding = TypeOf<typeof findingSchema>

/** A log that was rewritten has as many findings as entries. */
const MAX_FINDINGS = 1000

/** Compares a log with its hash chain, in the order of the positions, from the base to the head. */
export function compareWithChain({ base, head, anchors, removed, expiredUpTo }: KnownChain) {
  const findings: Finding[] = []
  const openAnchors = new Set(anchors)
  const allRemoved = new Map(removed)
  let verifiedCount = 0
  let removedCount = 0
  let start = base.position
  let position = base.position
  // Undefined after a missing entry: the next entry cannot be compared with it.
  let hash: string | undefined
  if (base.position > expiredUpTo) report('missing-not-expired', expiredUpTo + 1, base.position)
  moveTo(base)

  function report(kind: FindingKind, at: number, upTo = at): void {
    if (findings.length === MAX_FINDINGS) return
    const others = upTo > at ? `; so are the entries up to ${upTo}` : ''
    findings.push({ kind, position: at, upTo, problem: `${PROBLEMS[kind]}${others}` })
  }

  function moveTo(link: Link): void {
    for (const anchor of openAnchors) {
      if (anchor.position !== link.position) continue
      openAnchors.delete(anchor)
      if (anchor.hash !== link.hash) report('anchor-mismatch', link.position)
    }
    position = link.position
    hash = link.hash
  }

  function reportMissing(upTo: number): void {
    report('missing', position + 1, upTo)
    position = upTo
    hash = undefined
  }

  function compare(entry: LinkedEntry): void {
    if (hash !== undefined && entry.after({ position, hash }).hash !== entry.hash)
      report('changed', entry.position)
    moveTo(entry)
  }

  function compareRemoved(entry: LinkedEntry): void {
    compare(entry)
    removedCount++
  }

  return {
    /** Skips the entries that operators removed. Returns whether the next entry is the one at this position. */
    skipRemovedBefore(end: number): boolean {
      for (;;) {
        const entry = position + 1 < end ? allRemoved.get(position + 1) : undefined
        if (entry === undefined) return position + 1 >= end
        compareRemoved(entry)
      }
    },

    /** Adds entries that operators removed in the meantime. */
    addRemoved(entries: RemovedEntries): void {
      for (const [at, entry] of entries) allRemoved.set(at, entry)
    },

    /** Retention has moved the base of the log in the meantime: the entries before it are not missing. */
    moveBase(newBase: Link, end: number): void {
      if (newBase.position <= position) return
      start = Math.min(newBase.position, end - 1)
      position = start
      hash = undefined
      if (newBase.position === start) moveTo(newBase)
    },

    /** Reports the entries before the position that neither exist nor were removed. */
    reportMissingBefore(end: number): void {
      const left = [...allRemoved].filter(([at]) => at > position && at < end).toSorted(([a], [b]) => a - b)
      for (const [at, entry] of left) {
        if (position + 1 < at) reportMissing(at - 1)
        compareRemoved(entry)
      }
      if (position + 1 < end) reportMissing(end - 1)
    },

    verify(entry: LinkedEntry): void {
      verifiedCount++
      compare(entry)
    },

    reportInserted(at: number): void {
      verifiedCount++
      report('inserted', at)
    },

    /** Whether further findings would not be reported. */
    isFull: (): boolean => findings.length === MAX_FINDINGS,

    /** Returns whether the service has no entry at this position any more. */
    isPassed: (at: number): boolean => at <= position || removed.has(at),

    finish() {
      if (hash !== undefined && (hash !== head.hash || position !== head.position))
        report('head-mismatch', head.position)
      for (const anchor of openAnchors) if (anchor.position > start) report('anchor-missing', anchor.position)
      return { findings, verifiedCount, removedCount }
    },
  }
}
