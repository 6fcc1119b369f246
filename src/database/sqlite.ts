import { chmodSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  CompiledQuery,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { withSqliteCode } from './sqlite-error.ts'
import { refuseUnstorable } from './stored-text.ts'

const BUSY_TIMEOUT_MILLISECONDS = 5000

/** Kysely over the `node:sqlite` interface. */
export function createSqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(path),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}

function createDriver(path: string): Driver {
  const driver = new SqliteDriver({ database: async () => adapt(openSqlite(path)) })
  // A transaction takes the write lock when it begins. One that began as a reader and writes later would fail at
  // once, without waiting, where another process (the command line beside the service) has written in between.
  driver.beginTransaction = async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  // A full disk ends the transaction by itself: there is nothing left to roll back, and the first error is to be told.
  driver.rollbackTransaction = async (connection) => {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch {}
  }
  return driver
}

function openSqlite(path: string): DatabaseSyncInstance {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new (sqliteModule().DatabaseSync)(path)
  // Password hashes live here: its owner alone may read it.
  if (path !== ':memory:') chmodSync(path, 0o600)
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLISECONDS}`)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('PRAGMA foreign_keys = ON')
  return database
}

/** Newer Node brings SQLite itself; Node 20 takes the same interface from a package. */
function sqliteModule(): typeof import('@photostructure/sqlite') {
  const require = createRequire(import.meta.url)
  try {
    return require('node:sqlite')
  } catch {
    return require('@photostructure/sqlite')
  }
}

/** What Kysely's SQLite driver expects of a database. */
function adapt(database: DatabaseSyncInstance) {
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all(parameters: readonly unknown[]): unknown[] {
          refuseUnstorable(parameters)
          try {
            return statement.all(...parameters)
          } catch (error) {
            throw withSqliteCode(error)
          }
        },
        run(parameters: readonly unknown[]) {
          refuseUnstorable(parameters)
          return statement.run(...parameters)
        },
        iterate: (parameters: readonly unknown[]): IterableIterator<unknown> =>
          statement.iterate(...parameters),
      }
    },
  }
}
