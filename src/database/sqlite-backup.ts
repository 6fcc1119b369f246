import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { openDatabase, type RootDatabase } from './database.ts'
import type { Tables } from './tables.ts'

/** Writes the database as it is at this moment into a new file, while it is in use. */
export async function backUp(database: RootDatabase, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(database)
  await chmod(file, 0o600)
}

/**
 * What stays as it is: versions that others have seen only go up; the number of a session is never given again, and one
 * that was ended stays ended.
 */
const KEPT = new Set(['changes', 'change_head', 'migrations', 'sessions', 'revocations', 'nodes'])

/**
 * Replaces what the database holds by what a backup holds, in one transaction, while it is in use. `afterwards` runs in the
 * same transaction.
 */
export async function restore(
  database: RootDatabase,
  file: string,
  afterwards: (transaction: RootDatabase) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'castellan-restore-'))
  const copy = join(folder, 'backup.db')
  try {
    await copyFile(file, copy)
    await bringUpToDate(copy)
    await database.connection().execute(async (connection) => {
      await sql`attach database ${copy} as backup`.execute(connection)
      try {
        await replaceAll(connection, afterwards)
      } finally {
        await sql`detach database backup`.execute(connection)
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A backup may be older than the program, or no backup at all. */
async function bringUpToDate(copy: string): Promise<void> {
  const { database, close } = await openDatabase(`sqlite:${copy}`)
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
    if (rows[0]?.integrity_check !== 'ok') throw new Error('the backup is damaged')
    const user = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (!user) throw new Error('the backup holds no users: it is not a backup of this service')
  } finally {
    await close()
  }
}

async function replaceAll(
  connection: Kysely<Tables>,
  afterwards: (transaction: RootDatabase) => Promise<void>,
): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(connection)
  try {
    await sql`begin immediate`.execute(connection)
    for (const name of await tableNames(connection)) {
      await sql`delete from ${sql.table(`main.${name}`)}`.execute(connection)
      await sql`insert into ${sql.table(`main.${name}`)} select * from ${sql.table(`backup.${name}`)}`.execute(
        connection,
      )
    }
    await afterwards(connection)
    await sql`commit`.execute(connection)
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => {})
    throw error
  } finally {
    await sql`pragma foreign_keys = on`.execute(connection)
  }
}

async function tableNames(connection: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from main.sqlite_master where type = 'table'`.execute(connection)
  return rows.map(({ name }) => name).filter((name) => !KEPT.has(name) && !name.startsWith('sqlite_'))
}
