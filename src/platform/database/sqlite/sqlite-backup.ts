import { chmod, copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BackupCapability, OpenDatabase, RestoreOptions } from '../engine.ts'
import type { RootDatabase } from '../kysely.ts'

/**
 * Tables that a restore leaves alone: the change version only increases, ids of sessions are not used twice, and revoked
 * sessions stay revoked.
 */
const EXCLUDED_TABLES = new Set(['changes', 'change_head', 'migrations', 'sessions', 'revocations', 'nodes'])

/**
 * Ids of sessions continue this far above those that the database and the backup know: sessions that began after the backup may have
 * been lost with the database.
 */
const SKIPPED_SESSION_IDS = 1_000_000_000

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
    await assertFileNotInUse(database, file)
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
  afterwards: RestoreOptions['afterwards'],
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
    await afterwards(connection, await raiseIds(connection))
    await sql`commit`.execute(connection)
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => {})
    throw error
  } finally {
    await sql`pragma foreign_keys = on`.execute(connection)
  }
}

/** Throws for a file whose contents are partly in the file beside it: only its main part would be copied. */
async function assertFileNotInUse(database: RootDatabase, file: string): Promise<void> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(database)
  const source = await realpath(file)
  if (rows.some((row) => row.file === source))
    throw new Error(`${file} is the database itself, not a backup of it`)
  const waiting = await stat(`${file}-wal`).catch(() => undefined)
  if (waiting !== undefined && waiting.size > 0) {
    throw new Error(
      `${file}-wal has changes that are not in ${file} yet: restore a file that castellan backup has written`,
    )
  }
}

/** Lets new rows get greater ids than those of the backup. Returns the greatest id that a session so far can have. */
async function raiseIds(connection: RootDatabase): Promise<number> {
  await sql`
    update main.sqlite_sequence set seq = max(seq, coalesce(
      (select known.seq from backup.sqlite_sequence known where known.name = main.sqlite_sequence.name), 0))`.execute(
    connection,
  )
  await sql`
    insert into main.sqlite_sequence (name, seq) select name, seq from backup.sqlite_sequence
    where name not in (select name from main.sqlite_sequence)`.execute(connection)
  await sql`
    insert into main.sqlite_sequence (name, seq) select 'sessions', 0
    where not exists (select 1 from main.sqlite_sequence where name = 'sessions')`.execute(connection)
  const { rows } = await sql<{ seq: number }>`
    update main.sqlite_sequence set seq = seq + ${SKIPPED_SESSION_IDS} where name = 'sessions' returning seq`.execute(
    connection,
  )
  const [sessions] = rows
  if (sessions === undefined) throw new Error('the ids of sessions cannot be continued')
  return sessions.seq
}

/** Without the tables of the full-text index, which triggers change. */
async function tableNames(connection: RootDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list where schema = 'main' and type = 'table'`.execute(connection)
  return rows
    .map(({ name }) => name)
    .filter((name) => !EXCLUDED_TABLES.has(name) && !name.startsWith('sqlite_'))
}
