import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readOnlyUrl } from '../../database/sqlite/sqlite-read-only.ts'
import { errorCodeOf } from '../../foundation/refusal/error-code.ts'

export type DatabaseFile =
  | { readonly state: 'missing' | 'empty' | 'readable' }
  /** Why the file is not read, and what to do. */
  | { readonly state: 'unread'; readonly reason: string; readonly fix: string }

/** Looks at the file of an embedded database before it is opened. Throws if it is not a database. */
export async function readDatabaseFile(path: string): Promise<DatabaseFile> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new Error('this is not a file')
    await access(path, constants.R_OK)
    // Not opened: SQLite deletes the files that it finds beside an empty one.
    if (stats.size === 0) return { state: 'empty' }
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT') return { state: 'missing' }
    if (code !== 'EACCES') throw error
    return { state: 'unread', reason: 'this user cannot read it', fix: 'Run it as the user of the service.' }
  }
  if (readOnlyUrl(resolve(path)) !== undefined) return { state: 'readable' }
  return {
    state: 'unread',
    reason: 'it has changes in a file "-wal" that cannot be read without writing',
    fix: 'Start the service, which applies them, and run this command again.',
  }
}
