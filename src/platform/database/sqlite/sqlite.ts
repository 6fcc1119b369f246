import { resolve } from 'node:path'
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { DatabaseAddress } from '../address.ts'
import type { Engine, SqlDialect } from '../engine.ts'
import { overwriteExisting } from '../query/on-conflict.ts'
import { sqliteBackup } from './sqlite-backup.ts'
import { createSqliteDriver } from './sqlite-driver.ts'

const TRIGRAM_TABLE = 'user_search_trigrams'

/** A full-text index (FTS5) of `user_search`, which triggers keep up to date. */
const trigrams: SqlDialect['trigrams'] = {
  table: TRIGRAM_TABLE,
  key: 'rowid',
  async exists(database) {
    const { rows } = await sql`select 1 from sqlite_master where name = ${TRIGRAM_TABLE}`.execute(database)
    return rows.length > 0
  },
  mayContain: (text) => sql`${sql.ref(TRIGRAM_TABLE)} match ${trigramsOf(text).map(quoted).join(' AND ')}`,
}

/** SQLite, in a file or in memory, over the interface of `node:sqlite`. */
export const sqlite: Engine = {
  sql: {
    name: 'sqlite',
    skipExisting: sql`on conflict do nothing`,
    overwriteExisting,
    indexHint: () => sql``,
    trigrams,
  },
  capabilities: {
    embedded: true,
    rowLocks: undefined,
    notifications: undefined,
    backup: sqliteBackup,
  },
  Adapter: SqliteAdapter,
  createDialect(address, { limits, readOnly = false, cacheKibibytes }) {
    const path = pathOf(address)
    const busyTimeoutMs = limits.connectMilliseconds
    const driver = createSqliteDriver({ path, busyTimeoutMs, readOnly, cacheKibibytes })
    return {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      countForeignWrites: driver.countForeignWrites,
    }
  },
  async readServer(database) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(database)
    return {
      product: 'SQLite',
      version: rows[0]?.version ?? '',
      minVersion: undefined,
      timeMs: undefined,
    }
  },
  // A transaction holds the write lock of the database from its beginning.
  withMigrationLock: (database, work) => database.transaction().execute(work),
}

function pathOf(address: DatabaseAddress): string {
  if (address.dialect !== 'sqlite') throw new TypeError('this is not the address of an SQLite database')
  return address.path === ':memory:' ? address.path : resolve(address.path)
}

function trigramsOf(text: string): string[] {
  const characters = [...text]
  const starts = characters.slice(2).keys()
  return [...new Set(Array.from(starts, (start) => characters.slice(start, start + 3).join('')))]
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
