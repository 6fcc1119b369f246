import { closeSync, openSync, readSync } from 'node:fs'

/** The first bytes of every SQLite file that is not empty. */
const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 20

/** Returns the first bytes of a database file; undefined if it is not an SQLite database. */
export function readSqliteHeader(path: string): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(file)
  }
  return header.toString('latin1', 0, MAGIC.length) === MAGIC ? header : undefined
}
