import type { ChainEnds } from '../../src/core/audit-log/hash-chain/chain.store.ts'
import type { LinkedEntry } from '../../src/core/audit-log/hash-chain/compare.ts'
import { BEGINNING, type Link, nextLink } from '../../src/core/audit-log/hash-chain/link.ts'
import type { LogToVerify } from '../../src/features/monitoring/log-verification/verify.ts'

/** An entry of a log in memory. */
export interface ModelEntry {
  position: number
  hash: string
  text: string
}

const ROWS_AT_ONCE = 3

/** Creates an in-memory log like those in the stores, which verification tests can tamper with. */
export function createLogModel() {
  let entries: ModelEntry[] = []
  const removed = new Map<number, LinkedEntry>()
  let head = BEGINNING
  let base = BEGINNING

  /** Reads entries in batches, as the stores do. The log may change between two batches. */
  async function* linked(meanwhile: () => void) {
    let position = Number.NEGATIVE_INFINITY
    for (;;) {
      const rows = entries
        .filter((entry) => entry.position > position)
        .toSorted((a, b) => a.position - b.position)
        .slice(0, ROWS_AT_ONCE)
        .map((entry) => ({ ...entry }))
      meanwhile()
      yield* rows.map(linkedEntry)
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_ONCE) return
      position = last.position
    }
  }

  return {
    entries: () => entries,
    removed,
    ends: (): ChainEnds => ({ head, base }),
    setHead(link: Link): void {
      head = link
    },

    append(text: string): void {
      head = nextLink(head, [text])
      entries.push({ ...head, text })
    },

    /** Deletes an entry as an operator does: its position stays in the chain. */
    remove(index: number): void {
      const [entry] = entries.splice(index % Math.max(1, entries.length), 1)
      if (entry) removed.set(entry.position, linkedEntry(entry))
    },

    dropUpTo(position: number): void {
      const last = entries.find((entry) => entry.position === position)
      const hash = last?.hash ?? removed.get(position)?.hash
      if (hash === undefined || position <= base.position) return
      entries = entries.filter((entry) => entry.position > position)
      for (const at of removed.keys()) if (at <= position) removed.delete(at)
      base = { position, hash }
    },

    /** `meanwhile` is called wherever a concurrent change is possible. */
    toVerify(anchors: readonly Link[] = [], meanwhile: () => void = () => {}): LogToVerify {
      return {
        anchors,
        entries: linked(meanwhile),
        async ends() {
          const answer = { head, base }
          meanwhile()
          return answer
        },
        async expiredUpTo() {
          return base.position
        },
        async removed() {
          const answer = new Map(removed)
          meanwhile()
          return answer
        },
      }
    },
  }
}

function linkedEntry({ text, position, hash }: ModelEntry): LinkedEntry {
  return { position, hash, after: (previous) => nextLink(previous, [text]) }
}
