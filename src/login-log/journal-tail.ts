import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import type { Segment } from './journal-segment.ts'

/** Hands all of the bytes to the operating system, at the end of the file, or throws. */
export type WriteBytes = (file: number, bytes: Buffer) => void

export interface TailOptions {
  readonly folder: string
  readonly segmentBytes: number
  readonly write: WriteBytes
  readonly isSynced: boolean
  newSegment(): Segment
  /** The segment is in the queue only from here on, when its file exists. */
  enqueue(segment: Segment): void
}

/** The segment that is being written. */
export interface Tail {
  /** The segment that now ends with the line. Throws, and then no part of the line is in it. */
  append(line: Buffer): Segment
  /** Waits for the disk, where that is wanted. */
  sync(): Promise<void>
  isWriting(segment: Segment): boolean
  /** Empties the segment that is being written. */
  clear(): void
  /** The next line starts a new segment. */
  seal(): void
}

const fsyncFile = promisify(fsync)

/**
 * The calls are synchronous on purpose. Each hands a few kilobytes to the page cache, which takes microseconds,
 * less than a trip to another thread.
 */
export function createTail({
  folder,
  segmentBytes,
  write,
  isSynced,
  newSegment,
  enqueue,
}: TailOptions): Tail {
  let open: { segment: Segment; file: number } | undefined
  let syncing: Promise<void> = Promise.resolve()

  function start(): { segment: Segment; file: number } {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const segment = newSegment()
    open = { segment, file: openSync(segment.path, 'ax', 0o600) }
    enqueue(segment)
    if (isSynced) syncFolder(folder)
    return open
  }

  function seal(): void {
    if (open === undefined) return
    const { file } = open
    const close = () => closeSync(file)
    open = undefined
    if (isSynced) void syncing.then(close, close)
    else close()
  }

  function append(line: Buffer): Segment {
    if (open !== undefined && open.segment.bytes > 0 && open.segment.bytes + line.length > segmentBytes)
      seal()
    const { segment, file } = open ?? start()
    try {
      write(file, line)
      if (isDeleted(file)) throw new Error(`The journal's file was deleted: ${segment.path}`)
    } catch (error) {
      cutBack(segment, file)
      throw error
    }
    segment.bytes += line.length
    return segment
  }

  /** A half-written line must not stand before the next one. */
  function cutBack(segment: Segment, file: number): void {
    try {
      ftruncateSync(file, segment.bytes)
      if (!isDeleted(file)) return
    } catch {
      // Only what `segment.bytes` counts is read; what comes next goes to a new file.
    }
    seal()
  }

  function clear(): void {
    if (open === undefined) return
    ftruncateSync(open.file, 0)
    Object.assign(open.segment, { entries: [], count: 0, releasedCount: 0, bytes: 0 })
  }

  return {
    append,
    seal,
    clear,
    isWriting: (segment) => open?.segment === segment,
    sync() {
      if (open !== undefined && isSynced) syncing = fsyncFile(open.file)
      return syncing
    },
  }
}

/** A deleted file can still be written to, and all of it is lost with the process. */
function isDeleted(file: number): boolean {
  return fstatSync(file).nlink === 0
}

function syncFolder(folder: string): void {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A full disk may take some of the bytes before it refuses the rest. */
export const writeBytes: WriteBytes = (file, bytes) => {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
