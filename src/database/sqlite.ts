import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryExecutorProvider,
  type QueryResult,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { createCourtesy } from './courtesy.ts'
import { type Checkpoints, createCheckpoints, startCheckpointThread } from './sqlite-checkpoints.ts'
import { isBusy, withSqliteCode } from './sqlite-error.ts'
import { findSqlite, isVersionFrom, type SqliteModuleName } from './sqlite-module.ts'
import { createStatements } from './sqlite-statements.ts'
import { assertStorable } from './stored-text.ts'

/** How long a statement waits for another process that writes. */
const PATIENCE_MILLISECONDS = 5000
const LONGEST_PAUSE_MILLISECONDS = 25
/** Longer than that, the log is written back by whoever commits. Before that, another thread has done it (`sqlite-checkpoints.ts`). */
const LONGEST_LOG_PAGES = 4000
/**
 * For the figure `login-log`: a batch of it changes more pages than SQLite keeps by itself (2 MiB), and those that have to make
 * room are written, read and written again.
 */
const CACHE_KIBIBYTES = 16 * 1024

interface SqliteOptions {
  /** Called by whoever has just got the connection. */
  readonly letOthersGo?: () => Promise<void>
}

/** Kysely over the `node:sqlite` interface. */
export function createSqliteDialect(
  path: string,
  { letOthersGo = createCourtesy() }: SqliteOptions = {},
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(path, letOthersGo),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}

function createDriver(path: string, letOthersGo: () => Promise<void>): Driver {
  let checkpoints: Checkpoints | undefined
  const driver = new SqliteDriver({
    async database() {
      const { database, name } = openSqlite(path)
      if (path !== ':memory:' && sharesItsLog(database)) {
        database.exec(`PRAGMA wal_autocheckpoint = ${LONGEST_LOG_PAGES}`)
        checkpoints = createCheckpoints({ start: () => startCheckpointThread({ path, module: name }) })
      }
      return adapt(database)
    },
  })
  const acquire = driver.acquireConnection.bind(driver)
  // For the figure `storm`: SQLite answers at once, and all that a login asks it would otherwise be done in one go, while
  // protected calls wait.
  driver.acquireConnection = async () => {
    const connection = await acquire()
    // Not before: those who wait for the connection would follow each other without a pause.
    await letOthersGo()
    return patient(connection)
  }
  const release = driver.releaseConnection.bind(driver)
  driver.releaseConnection = async () => {
    await release()
    checkpoints?.noteUse()
  }
  const destroy = driver.destroy.bind(driver)
  driver.destroy = async () => {
    await checkpoints?.close()
    await destroy()
  }
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

/**
 * Waits for a writer of another process by asking again. SQLite's own way of waiting would hold up the whole event loop, and
 * with it the writer it waits for where that is in this process.
 */
function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const giveUpAt = performance.now() + PATIENCE_MILLISECONDS
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query)
        } catch (error) {
          if (!isBusy(error) || performance.now() > giveUpAt) throw error
          await sleep(1 + Math.random() * LONGEST_PAUSE_MILLISECONDS)
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

function openSqlite(path: string): { database: DatabaseSyncInstance; name: SqliteModuleName } {
  const { name, module } = findSqlite()
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new module.DatabaseSync(path)
  // Password hashes live here: its owner alone may read it.
  if (path !== ':memory:') chmodSync(path, 0o600)
  // Two processes that start at once both want to set this up; from then on, patience is ours.
  database.exec(`PRAGMA busy_timeout = ${PATIENCE_MILLISECONDS}`)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('PRAGMA foreign_keys = ON')
  database.exec(`PRAGMA cache_size = -${CACHE_KIBIBYTES}`)
  database.exec('PRAGMA busy_timeout = 0')
  return { database, name }
}

/** Whether another connection may write the log back meanwhile: before 3.51.3, SQLite could damage a database by it. */
function sharesItsLog(database: DatabaseSyncInstance): boolean {
  const row = database.prepare('select sqlite_version() as version').get()
  return isVersionFrom(String(row?.version), [3, 51, 3])
}

/**
 * For the figure `login-log`: what a statement has to undo if it fails halfway is kept in memory, not in a file. From
 * after the migrations on: those may sort whole tables, which belongs in a file.
 */
export async function keepUndoInMemory(database: QueryExecutorProvider): Promise<void> {
  await sql`pragma temp_store = memory`.execute(database)
}

/** What Kysely's SQLite driver expects of a database. */
function adapt(database: DatabaseSyncInstance) {
  const prepared = createStatements(database)
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const { statement, reader } = prepared(sql)
      return {
        reader,
        all(parameters: readonly unknown[]): unknown[] {
          assertStorable(parameters)
          try {
            return statement.all(...parameters)
          } catch (error) {
            throw withSqliteCode(error)
          }
        },
        run(parameters: readonly unknown[]) {
          assertStorable(parameters)
          return statement.run(...parameters)
        },
        // A statement of its own: others may be asked between two of its rows.
        iterate: (parameters: readonly unknown[]): IterableIterator<unknown> =>
          database.prepare(sql).iterate(...parameters),
      }
    },
  }
}
