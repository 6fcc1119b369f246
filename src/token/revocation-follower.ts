import type { NumberedMark, RevocationStore } from './revocation.store.ts'
import { createRevocations, type Revocations } from './revocation.ts'

const HOUR_IN_SECONDS = 60 * 60
/** Far longer than a transaction may take: what is not there by then was rolled back. */
const GAP_SECONDS = 10 * 60
/** How far below the newest a number can still be under way. */
const GAP_WINDOW = 1000

/** Holds the revocations in force, and follows those that are added. */
export interface RevocationFollower {
  current(): Revocations
  /** Reads what is new; everything where it is not known what has changed. */
  reload(everything: boolean): Promise<void>
}

/**
 * Reads only what is new: with a hundred thousand marks, reading all of them for every logout took seconds.
 *
 * Numbers are given before a transaction commits, so a lower one can appear after a higher one. The numbers that were left
 * out are asked for again until they appear, or until no transaction could still hold them.
 */
export function createRevocationFollower(
  store: Pick<RevocationStore, 'all' | 'since'>,
  uptimeSeconds: () => number = () => performance.now() / 1000,
): RevocationFollower {
  let revocations = createRevocations()
  let newest = 0
  let readAllAt = Number.NEGATIVE_INFINITY
  const gaps = new Map<number, number>()

  const readAll = async (): Promise<void> => {
    const marks = await store.all()
    revocations = createRevocations(marks)
    newest = 0
    gaps.clear()
    note(marks)
    readAllAt = uptimeSeconds()
  }

  const readNew = async (): Promise<void> => {
    const marks = await store.since(newest, [...gaps.keys()])
    for (const mark of marks) revocations.add(mark)
    note(marks)
  }

  const note = (marks: readonly NumberedMark[]): void => {
    const time = uptimeSeconds()
    const there = new Set(marks.map(({ id }) => id))
    const highest = marks.reduce((high, { id }) => Math.max(high, id), newest)
    for (let id = Math.max(newest + 1, highest - GAP_WINDOW); id < highest; id++) gaps.set(id, time)
    for (const [id, since] of gaps) if (there.has(id) || time - since > GAP_SECONDS) gaps.delete(id)
    newest = highest
  }

  return {
    current: () => revocations,
    // Everything once an hour too: marks that were purged are forgotten here as well.
    reload: (everything) =>
      everything || uptimeSeconds() - readAllAt > HOUR_IN_SECONDS ? readAll() : readNew(),
  }
}
