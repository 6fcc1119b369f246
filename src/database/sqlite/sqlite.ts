import { resolve } from 'node:path'
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import type { DatabaseAddress } from '../address.ts'
import type { Engine } from '../engine.ts'
import { onConflictOverwrite } from '../on-conflict.ts'
import { sqliteBackup } from './sqlite-backup.ts'
import { createSqliteDriver } from './sqlite-driver.ts'

const DATA_VERSION = CompiledQuery.raw('PRAGMA data_version') as CompiledQuery<{ data_version: number }>

/** SQLite, in a file or in memory, over the interface of `node:sqlite`. */
export const sqlite: Engine = {
  sql: {
    name: 'sqlite',
    skipExisting: sql`on conflict do nothing`,
    overwriteExisting: onConflictOverwrite,
    indexHint: () => sql``,
  },
  capabilities: {
    embedded: true,
    rowLocks: undefined,
    notifications: undefined,
    backup: sqliteBackup,
    async countForeignWrites(database) {
      const { rows } = await database.executeQuery(DATA_VERSION)
      return rows[0]?.data_version ?? 0
    },
  },
  Adapter: SqliteAdapter,
  createDialect: (address, { limits, readOnly = false }) => ({
    createAdapter: () => new SqliteAdapter(),
    createDriver: () =>
      createSqliteDriver({ path: pathOf(address), busyTimeoutMs: limits.connectMilliseconds, readOnly }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }),
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
