import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginLogEntry } from '../login-log-entry.ts'
import { createGroupWriter } from './group-writer.ts'
import { createOpenSpoolFile, type WriteBytes, writeBytes } from './open-spool-file.ts'
import {
  abandonFile,
  deregisterOwner,
  readSpoolFile,
  registerOwner,
  type SpoolFile,
  spoolPath,
  takeOverFiles,
} from './spool-file.ts'
import { encodeLine } from './spool-line.ts'

export interface SpoolOptions {
  /**
   * Created if it is missing. Processes of one machine may share it. Containers must not, because they do not see each
   * other's processes.
   */
  readonly folder: string
  readonly maxFileBytes?: number
  readonly write?: WriteBytes
  onAppended?(): void
  /** Called with the number of lines, or once for a file, whose entries cannot be read. */
  onLost?(count: number): void
  onProblem?(problem: Error): void
}

const MAX_FILE_BYTES = 1024 * 1024
/** One page: on a full disk, the last one of the open file may still have space for an entry. */
const WRITE_CHECK = Buffer.alloc(4096)
const WRITE_CHECK_FILE = 'write-check'

export type Spool = Awaited<ReturnType<typeof openSpool>>

/**
 * Opens an append-only spool in a folder, and takes over the files of earlier processes.
 * See docs/decisions/0015-login-log-spool.md.
 *
 * @example
 * const spool = await openSpool({ folder: 'data/login-log' })
 * await spool.append(entry)
 * const entries = await spool.readOldest()
 * await store.insertMany(entries)
 * await spool.deleteRead()
 */
export async function openSpool(options: SpoolOptions) {
  const { folder, maxFileBytes = MAX_FILE_BYTES, write = writeBytes, onProblem = () => undefined } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const owner = registerOwner(randomBytes(8).toString('hex'))
  let fileNumber = 0
  const nextPath = () => spoolPath(folder, owner, ++fileNumber)
  /** Oldest first. The open file is the last one. */
  const files: SpoolFile[] = await takeOverFiles(folder, nextPath)
  let readFiles: SpoolFile[] = []
  let deletion: Promise<void> = Promise.resolve()
  let isClosed = false
  const openFile = createOpenSpoolFile({
    folder,
    maxFileBytes,
    write,
    nextPath,
    onCreated: (file) => files.push(file),
  })
  const group = createGroupWriter((entries: readonly LoginLogEntry[]) => {
    openFile.writeLine(encodeLine(entries))
    options.onAppended?.()
  })

  /** Returns the entries of the oldest files, about 1 MiB. They stay in the spool. */
  async function readOldest(): Promise<readonly LoginLogEntry[]> {
    const entries: LoginLogEntry[] = []
    readFiles = []
    let bytes = 0
    for (const file of [...files]) {
      if (bytes > 0 && bytes + file.bytes > maxFileBytes) break
      if (openFile.isOpen(file) && file.bytes > 0) openFile.seal()
      if (openFile.isOpen(file)) break
      entries.push(...(await readEntries(file)))
      readFiles.push(file)
      bytes += file.bytes
    }
    if (entries.length === 0) await deleteRead()
    return entries
  }

  async function readEntries(file: SpoolFile): Promise<readonly LoginLogEntry[]> {
    try {
      const { entries, tornCount } = await readSpoolFile(file)
      if (tornCount > 0) options.onLost?.(tornCount)
      if (tornCount > 0) onProblem(new Error(`Skipped ${tornCount} torn lines of ${file.path}`))
      return entries
    } catch (cause) {
      // Not deleted, so that the next start, or the next version, tries again.
      files.splice(files.indexOf(file), 1)
      options.onLost?.(1)
      onProblem(new Error(`Cannot read ${file.path}; its login log entries are not stored`, { cause }))
      return []
    }
  }

  /** Deletes the entries that `readOldest` returned last. Call it when they are stored. */
  function deleteRead(): Promise<void> {
    // After closing, the files belong to the next spool. It stores them again, which changes nothing.
    if (!isClosed) deletion = deleteFiles(readFiles)
    return deletion
  }

  async function deleteFiles(stored: readonly SpoolFile[]): Promise<void> {
    for (const file of stored) {
      const index = files.indexOf(file)
      if (index === -1) continue
      await rm(file.path, { force: true }).catch((cause: unknown) => {
        onProblem(new Error(`Cannot delete ${file.path}; its entries are stored`, { cause }))
      })
      files.splice(index, 1)
    }
  }

  return {
    /** Resolves once the operating system has the entry, so that it survives `kill -9`. */
    append(entry: LoginLogEntry): Promise<void> {
      return isClosed ? Promise.reject(new Error('The login log is closed.')) : group.append(entry)
    },
    /** Resolves when every earlier `append` has been settled. */
    settled: group.settled,
    readOldest,
    deleteRead,
    /** `full` where a file is complete, `waiting` where entries were written to the open file only. */
    state(): 'empty' | 'waiting' | 'full' {
      const oldest = files.find(({ bytes }) => bytes > 0)
      if (oldest === undefined) return 'empty'
      return openFile.isOpen(oldest) ? 'waiting' : 'full'
    },
    /** Returns the size of the entries that have not been deleted. */
    bytes: (): number => files.reduce((sum, { bytes }) => sum + bytes, 0),
    /** Returns a function that returns whether everything in the spool at this moment has been deleted from it. */
    mark(): () => boolean {
      const marked = new Set(files)
      return () => !files.some((file) => marked.has(file) && file.bytes > 0)
    },
    /** Rejects if the folder cannot be written to. */
    async checkWritable(): Promise<void> {
      const path = join(folder, WRITE_CHECK_FILE)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeFile(path, WRITE_CHECK, { mode: 0o600 })
      } finally {
        await rm(path, { force: true })
      }
    },
    /** Leaves the remaining files to the next spool that is opened in the folder. */
    async close(): Promise<void> {
      if (isClosed) return
      isClosed = true
      await group.settled()
      await deletion
      openFile.seal()
      for (const file of files) {
        if (file.bytes === 0) await rm(file.path, { force: true }).catch(() => undefined)
        else await abandonFile(folder, file)
      }
      deregisterOwner(owner)
    },
  }
}
