import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The first bytes of every SQLite file that is not empty. */
const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 20
const VERSION_OFFSET = 18
const WAL_VERSION = 2

/**
 * Returns the URL with which SQLite reads a database file and changes no file, or undefined if it cannot be read without
 * a change. The option `readOnly` alone creates the files `-wal` and `-shm`, or writes to `-shm`.
 */
export function readOnlyUrl(path: string): string | undefined {
  const usesWal = readHeader(path)[VERSION_OFFSET] === WAL_VERSION
  const walBytes = sizeOf(`${path}-wal`)
  const hasSharedMemory = sizeOf(`${path}-shm`) !== undefined
  const { href } = pathToFileURL(path)
  // A process that uses the database has both files. Locks on the file itself are enough where there is no WAL.
  if (walBytes === undefined || (walBytes === 0 && !hasSharedMemory)) {
    return usesWal ? `${href}?immutable=1` : href
  }
  return hasSharedMemory ? `${href}?readonly_shm=1` : undefined
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(file)
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('file is not an SQLite database')
  return header
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
