import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BackupCapability, OpenDatabase } from '../engine.ts'
import type { RootDatabase } from '../kysely.ts'

/**
 * Tables that a restore leaves alone: the change version only increases, ids of sessions are not used twice, and revoked
 * sessions stay revoked.
 */
const EXCLUDED_TABLES = new Set(['changes', 'change_head', 'migrations', 'sessions', 'revocations', 'nodes'])

export const sqliteBackup: BackupCapability = {
  async backUp(database, file, openDatabase) {
    await sql`vacuum into ${file}`.execute(database)
    try {
      await chmod(file, 0o600)
      const copy = await openDatabase(`sqlite:${file}`, { migrate: false, mustExist: true, readOnly: true })
      await checkIntegrity(copy.database).finally(copy.close)
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  },

  async restore({ database, file, openDatabase, afterwards }) {
    const folder = await mkdtemp(join(tmpdir(), 'castellan-restore-'))
    const copy = join(folder, 'backup.db')
    try {
      await copyFile(file, copy)
      await migrateAndCheck(copy, openDatabase)
      await database.connection().execute(async (connection) => {
        await sql`attach database ${copy} as backup`.execute(connection)
        try {
          await replaceContents(connection, afterwards)
        } finally {
          await sql`detach database backup`.execute(connection)
        }
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Migrates a copy of a backup, which may be older than the program. Throws if it is not a backup of this service. */
async function migrateAndCheck(copy: string, openDatabase: OpenDatabase): Promise<void> {
  const { database, close } = await openDatabase(`sqlite:${copy}`)
  try {
    await checkIntegrity(database)
    const user = await database.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (!user) throw new Error('the backup holds no users: it is not a backup of this service')
  } finally {
    await close()
  }
}

async function checkIntegrity(database: RootDatabase): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database)
  if (rows[0]?.integrity_check !== 'ok') throw new Error('the backup is damaged')
}

async function replaceContents(
  connection: RootDatabase,
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

async function tableNames(connection: RootDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from main.sqlite_master where type = 'table'`.execute(connection)
  return rows
    .map(({ name }) => name)
    .filter((name) => !EXCLUDED_TABLES.has(name) && !name.startsWith('sqlite_'))
}
