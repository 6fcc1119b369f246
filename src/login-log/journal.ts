import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createGroups } from './journal-group.ts'
import { encodeLine } from './journal-line.ts'
import { claimOwner, resignOwner } from './journal-owner.ts'
import { createJournalQueue, type JournalQueue } from './journal-queue.ts'
import { adoptSegments, leaveSegment, newSegment, segmentPath } from './journal-segment.ts'
import { createTail, type WriteBytes, writeBytes } from './journal-tail.ts'
import type { LoginLogEntry } from './login-log-entry.ts'

export interface JournalOptions {
  /**
   * Made if it is missing. Processes of one machine may share it; containers, which don't see each other's
   * processes, may not.
   */
  readonly folder: string
  /** Wait for the disk, so that an entry survives a power cut too, not only the death of the process. */
  readonly fsync?: boolean
  readonly segmentBytes?: number
  readonly write?: WriteBytes
  readonly newId?: () => string
  /** There is more to be stored than before. */
  onAppended?(): void
  onProblem?(problem: Error): void
}

export interface Journal extends Pick<JournalQueue, 'oldest' | 'release' | 'waitingCount' | 'mark'> {
  /** Resolves once the operating system has the entry, so that it survives `kill -9`. */
  append(entry: LoginLogEntry): Promise<void>
  /** Resolves when every `append` that was called before has ended. */
  settled(): Promise<void>
  /** What has not been released stays in the folder for the next journal that is opened there. */
  close(): Promise<void>
}

const SEGMENT_BYTES = 1024 * 1024
// The writer is seldom behind by more; what is beyond lives only in the files.
const REMEMBERED_SEGMENTS = 8

/**
 * Opens an append-only journal in a folder, and takes over what journals that are gone have left there.
 *
 * @example
 * const journal = await openJournal({ folder: 'data/login-log' })
 * await journal.append(entry)
 * const batch = await journal.oldest(500)
 * await store.insertMany(batch)
 * await journal.release(batch.length)
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, newId = randomId, onProblem = () => undefined } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const owner = claimOwner(newId())
  let segmentNumber = 0
  const nextPath = () => segmentPath(folder, owner, ++segmentNumber)
  const segments = await adoptSegments(folder, nextPath)

  const tail = createTail({
    folder,
    segmentBytes: options.segmentBytes ?? SEGMENT_BYTES,
    write: options.write ?? writeBytes,
    isSynced: options.fsync ?? false,
    newSegment() {
      const rememberedCount = segments.filter(({ entries }) => entries !== undefined).length
      return newSegment(nextPath(), rememberedCount < REMEMBERED_SEGMENTS)
    },
    enqueue: (segment) => segments.push(segment),
  })
  const queue = createJournalQueue({ segments, tail, onProblem })
  const groups = createGroups<LoginLogEntry>(async (entries) => {
    queue.noteAppended(tail.append(encodeLine(entries)), entries)
    options.onAppended?.()
    await tail.sync()
  })
  let isClosed = false

  return {
    ...queue,
    settled: groups.settled,
    append(entry) {
      return isClosed ? Promise.reject(new Error('The journal is closed.')) : groups.add(entry)
    },
    async release(count) {
      // The files belong to the next journal now. It stores them again, which changes nothing.
      if (!isClosed) await queue.release(count)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await groups.settled()
      tail.seal()
      await queue.release(0)
      await Promise.all(segments.map((segment) => leaveSegment(folder, segment)))
      resignOwner(owner)
    },
  }
}

function randomId(): string {
  return randomBytes(8).toString('hex')
}
