import { chmodSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'

const BUSY_TIMEOUT_MILLISECONDS = 5000

/** Kysely over the `node:sqlite` interface. */
export function createSqliteDialect(path: string): SqliteDialect {
  return new ImmediateSqliteDialect({ database: async () => adapt(openSqlite(path)) })
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
        all: (parameters: readonly unknown[]): unknown[] => statement.all(...parameters),
        run: (parameters: readonly unknown[]) => statement.run(...parameters),
        iterate: (parameters: readonly unknown[]): IterableIterator<unknown> =>
          statement.iterate(...parameters),
      }
    },
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config)
  }
}

/**
 * A transaction takes the write lock when it begins. One that began as a reader and writes later would fail at
 * once, without waiting, where another process (the command line beside the service) has written in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}
