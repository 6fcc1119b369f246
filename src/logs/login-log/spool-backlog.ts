import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { REJECTED_FILE } from './login-log-batch.ts'
import { isSpoolFileName } from './spool-file.ts'

/** What waits in the folder of a spool. */
export interface SpoolBacklog {
  readonly fileCount: number
  readonly bytes: number
  /** When the file that waits longest was written last, in milliseconds since 1970. */
  readonly oldestAt: number | undefined
  /** The file of the entries that the database rejected, if there are any. */
  readonly rejectedFile: string | undefined
}

/** Reads what waits in a spool that a running service may use. Rejects if the folder cannot be read. */
export async function readSpoolBacklog(folder: string): Promise<SpoolBacklog> {
  const names = await readdir(folder)
  const files = await Promise.all(names.filter(isSpoolFileName).map((name) => sizeOf(join(folder, name))))
  const waiting = files.filter(({ bytes }) => bytes > 0)
  const rejected = join(folder, REJECTED_FILE)
  const rejectedBytes = names.includes(REJECTED_FILE) ? (await sizeOf(rejected)).bytes : 0
  return {
    fileCount: waiting.length,
    bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    oldestAt: waiting.length === 0 ? undefined : Math.min(...waiting.map(({ writtenAt }) => writtenAt)),
    rejectedFile: rejectedBytes > 0 ? rejected : undefined,
  }
}

/** A file that was stored and deleted in the meantime counts as empty. */
async function sizeOf(path: string): Promise<{ bytes: number; writtenAt: number }> {
  return stat(path).then(
    ({ size, mtimeMs }) => ({ bytes: size, writtenAt: mtimeMs }),
    () => ({ bytes: 0, writtenAt: Number.POSITIVE_INFINITY }),
  )
}
