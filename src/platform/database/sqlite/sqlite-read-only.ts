import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readSqliteHeader } from './sqlite-header.ts'

const VERSION_OFFSET = 18
const WAL_VERSION = 2

/**
 * Returns the URL with which SQLite reads a database file and changes no file, or undefined if it cannot be read without
 * a change. The option `readOnly` alone creates the files `-wal` and `-shm`, or writes to `-shm`.
 */
export function readOnlyUrl(path: string): string | undefined {
  const header = readSqliteHeader(path)
  if (!header) throw new Error('file is not an SQLite database')
  const usesWal = header[VERSION_OFFSET] === WAL_VERSION
  const walBytes = sizeOf(`${path}-wal`)
  const hasSharedMemory = sizeOf(`${path}-shm`) !== undefined
  const { href } = pathToFileURL(path)
  // A process that uses the database has both files. Locks on the file itself are enough where there is no WAL.
  if (walBytes === undefined || (walBytes === 0 && !hasSharedMemory)) {
    return usesWal ? `${href}?immutable=1` : href
  }
  return hasSharedMemory ? `${href}?readonly_shm=1` : undefined
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
