import { deleteSegment, loadSegment, type Segment } from './journal-segment.ts'
import type { Tail } from './journal-tail.ts'
import type { LoginLogEntry } from './login-log-entry.ts'

export interface JournalQueueOptions {
  /** Oldest first; those that were adopted come before our own. */
  readonly segments: Segment[]
  readonly tail: Tail
  onProblem(problem: Error): void
}

/** The entries that are journalled and not yet stored, first in, first out. It has one reader. */
export interface JournalQueue {
  noteAppended(segment: Segment, entries: readonly LoginLogEntry[]): void
  /** The oldest entries, at most `limit`. They stay in the journal. */
  oldest(limit: number): Promise<LoginLogEntry[]>
  /** Forgets the oldest `count` entries, which are stored now; a file goes with the last of its entries. */
  release(count: number): Promise<void>
  /** How many entries wait; a file that has not been read yet counts as one. */
  waitingCount(): number
  /** Says, whenever it is called, whether all that was appended before now has been released. */
  mark(): () => boolean
}

export function createJournalQueue({ segments, tail, onProblem }: JournalQueueOptions): JournalQueue {
  let appendedCount = 0

  async function entriesOf(segment: Segment): Promise<LoginLogEntry[]> {
    if (segment.entries !== undefined) return segment.entries
    if (tail.isWriting(segment)) tail.seal()
    try {
      const tornCount = await loadSegment(segment)
      if (tornCount > 0) onProblem(new Error(`Skipped ${tornCount} torn lines of ${segment.path}`))
    } catch (cause) {
      // Not deleted: whatever keeps us from reading it, the next start tries again.
      segments.splice(segments.indexOf(segment), 1)
      onProblem(new Error(`Cannot read ${segment.path}; its login log entries are not stored`, { cause }))
    }
    return segment.entries ?? []
  }

  async function oldest(limit: number): Promise<LoginLogEntry[]> {
    let found: LoginLogEntry[] = []
    for (const segment of [...segments]) {
      if (found.length >= limit) break
      const entries = await entriesOf(segment)
      const from = segment.releasedCount
      found = found.concat(entries.slice(from, from + limit - found.length))
    }
    await dropReleased()
    return found
  }

  async function release(count: number): Promise<void> {
    let left = count
    for (const segment of segments) {
      const released = Math.min(left, segment.count - segment.releasedCount)
      segment.releasedCount += released
      left -= released
      if (left === 0) break
    }
    await dropReleased()
  }

  async function dropReleased(): Promise<void> {
    for (let head = segments[0]; head !== undefined && isReleased(head); head = segments[0]) {
      if (tail.isWriting(head) && (head.bytes === 0 || cleared())) return
      segments.shift()
      await deleteFile(head)
    }
  }

  /** Emptying the file in place is cheaper than a new one for each handful of logins. */
  function cleared(): boolean {
    try {
      tail.clear()
      return true
    } catch {
      tail.seal()
      return false
    }
  }

  async function deleteFile(segment: Segment): Promise<void> {
    try {
      await deleteSegment(segment)
    } catch (cause) {
      if (isMissing(cause)) return
      onProblem(new Error(`Cannot delete ${segment.path}; its entries are stored`, { cause }))
    }
  }

  function waitingCount(): number {
    return segments.reduce((sum, segment) => sum + segment.count - segment.releasedCount, 0)
  }

  return {
    noteAppended(segment, entries) {
      segment.entries?.push(...entries)
      segment.count += entries.length
      appendedCount += entries.length
    },
    oldest,
    release,
    waitingCount,
    mark() {
      const appendedBefore = appendedCount
      return () => segments[0]?.isAdopted !== true && appendedCount - waitingCount() >= appendedBefore
    },
  }
}

function isReleased(segment: Segment): boolean {
  return segment.entries !== undefined && segment.releasedCount === segment.count
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
