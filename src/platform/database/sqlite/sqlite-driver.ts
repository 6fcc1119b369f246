import { chmodSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CountForeignWrites } from '../engine.ts'
import { assertStorable } from '../query/stored-text.ts'
import { BUSY, CANTOPEN, hasPrimaryCode, READONLY, withSqliteCode } from './sqlite-error.ts'
import { readOnlyUrl } from './sqlite-read-only.ts'

const MAX_BUSY_PAUSE_MS = 25
/** Larger than SQLite's default of 2 MiB: a batch of login-log entries changes more pages than that. */
const DEFAULT_CACHE_KIBIBYTES = 16 * 1024
const CONNECTION_SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
`
/** Preparing a large insert takes about a third of its time, and the service uses few different statements. */
const MAX_CACHED_STATEMENTS = 50
/** How long queries may follow each other before other requests are handled in between. */
const MAX_BLOCKED_MS = 2

/** The first major version in which `node:sqlite` is not experimental. Before, Node prints a warning or does not have it. */
const FIRST_NODE_WITH_STABLE_SQLITE = 24

interface SqliteDriverOptions {
  readonly path: string
  /** How long a statement waits for another process that writes. */
  readonly busyTimeoutMs: number
  /** Whether neither the database nor any file beside it may be changed. */
  readonly readOnly: boolean
  readonly cacheKibibytes: number | undefined
}

interface SqliteDriver extends Driver {
  /** Reads the number synchronously, because it is read often, and without waiting for the connection. */
  readonly countForeignWrites: CountForeignWrites
}

/** Creates Kysely's driver for one SQLite connection, which callers use one after the other. */
export function createSqliteDriver(options: SqliteDriverOptions): SqliteDriver {
  const { path, busyTimeoutMs, readOnly, cacheKibibytes = DEFAULT_CACHE_KIBIBYTES } = options
  const mutex = createMutex()
  let database: DatabaseSyncInstance | undefined
  let dataVersion: StatementSyncInstance | undefined
  let connection: DatabaseConnection | undefined
  let yieldedAt = 0

  return {
    async init() {
      database =
        readOnly && path !== ':memory:'
          ? await openReadOnly(path, busyTimeoutMs)
          : await openSqlite(path, busyTimeoutMs, cacheKibibytes)
      connection = createConnection({
        database,
        mutex,
        busyTimeoutMs,
        isTransient: readOnly ? isTransientForReader : isBusy,
      })
    },

    async acquireConnection() {
      await mutex.lock()
      // SQLite runs in this thread: other requests are handled between uses of the connection.
      if (performance.now() - yieldedAt > MAX_BLOCKED_MS) {
        await setImmediate()
        yieldedAt = performance.now()
      }
      if (connection) return connection
      mutex.unlock()
      throw new Error('the database is not open')
    },

    async releaseConnection() {
      mutex.unlock()
    },

    // The write lock is taken at the beginning. A transaction that began as a reader and writes later would fail immediately,
    // without waiting, if another process has written in between.
    async beginTransaction(used) {
      await used.executeQuery(CompiledQuery.raw('begin immediate'))
    },

    async commitTransaction(used) {
      await used.executeQuery(CompiledQuery.raw('commit'))
    },

    async rollbackTransaction(used) {
      // A full disk has already ended the transaction. The caller needs the first error, not that of the rollback.
      await used.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
    },

    async destroy() {
      database?.close()
      database = undefined
      dataVersion = undefined
      connection = undefined
    },

    countForeignWrites() {
      try {
        dataVersion ??= database?.prepare('PRAGMA data_version')
        const version: unknown = dataVersion?.get()?.data_version
        return typeof version === 'number' ? version : undefined
      } catch {
        return undefined
      }
    },
  }
}

interface PreparedStatement {
  readonly statement: StatementSyncInstance
  readonly returnsRows: boolean
}

interface ConnectionParts {
  readonly database: DatabaseSyncInstance
  readonly mutex: Mutex
  readonly busyTimeoutMs: number
  readonly isTransient: (error: unknown) => boolean
}

function createConnection(parts: ConnectionParts): DatabaseConnection {
  const { database, mutex, busyTimeoutMs, isTransient } = parts
  const statements = new LRUCache<string, PreparedStatement>({ max: MAX_CACHED_STATEMENTS })

  function prepare(sql: string): PreparedStatement {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    statements.set(sql, prepared)
    return prepared
  }

  function run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, returnsRows } = prepare(sql)
    if (returnsRows) return { rows: statement.all(...parameters) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** Sleeps. Others can read meanwhile, because a statement that waits for the write lock has not begun a transaction. */
  async function sleepWithoutConnection(milliseconds: number): Promise<void> {
    if (database.isTransaction) return sleep(milliseconds)
    mutex.unlock()
    await sleep(milliseconds)
    await mutex.lock()
  }

  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      assertStorable(parameters)
      const result = await retryWhile(
        isTransient,
        busyTimeoutMs,
        () => run(sql, parameters),
        sleepWithoutConnection,
      )
      // The types of the tables guarantee that the rows have the type of the query.
      return result as QueryResult<Row>
    },

    streamQuery(): never {
      throw new Error('rows are not streamed: read them page by page')
    },
  }
}

/**
 * Retries while another process writes. SQLite's own busy timeout would block the event loop, and with it a writer in this
 * process; and SQLite does not apply it to every lock.
 */
async function retryWhile<T>(
  isTransient: (error: unknown) => boolean,
  timeoutMs: number,
  work: () => T,
  pause: (milliseconds: number) => Promise<void> = sleep,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return work()
    } catch (thrown) {
      const error = withSqliteCode(thrown)
      if (!isTransient(error) || performance.now() > deadline) throw error
      await pause(1 + Math.random() * MAX_BUSY_PAUSE_MS)
    }
  }
}

/**
 * Loads `node:sqlite`, or on older versions of Node the package with the same interface.
 * See docs/decisions/0006-published-files.md.
 */
function loadSqlite(): typeof import('@photostructure/sqlite') {
  const [major = ''] = process.versions.node.split('.')
  const name = Number(major) >= FIRST_NODE_WITH_STABLE_SQLITE ? 'node:sqlite' : '@photostructure/sqlite'
  return createRequire(import.meta.url)(name)
}

function isBusy(error: unknown): boolean {
  return hasPrimaryCode(error, BUSY)
}

/** Without the right to write to the shared memory, SQLite can see the half-written change of another process. */
function isTransientForReader(error: unknown): boolean {
  return hasPrimaryCode(error, BUSY, READONLY)
}

class UnreadableChanges extends Error {
  constructor(path: string) {
    super(`${path}-wal has changes that cannot be read without writing`)
  }
}

/**
 * Opens a database without changing a file. Another process that starts or stops creates or deletes the files beside the
 * database, so each attempt looks for them again.
 */
async function openReadOnly(path: string, busyTimeoutMs: number): Promise<DatabaseSyncInstance> {
  const { DatabaseSync } = loadSqlite()
  const isTransient = (error: unknown) =>
    hasPrimaryCode(error, BUSY, READONLY, CANTOPEN) || error instanceof UnreadableChanges
  return retryWhile(isTransient, busyTimeoutMs, () => {
    const url = readOnlyUrl(path)
    if (url === undefined) throw new UnreadableChanges(path)
    const database = new DatabaseSync(url, { readOnly: true })
    try {
      // SQLite opens the files beside the database when it executes the first statement.
      database.exec('PRAGMA schema_version')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

async function openSqlite(
  path: string,
  busyTimeoutMs: number,
  cacheKibibytes: number,
): Promise<DatabaseSyncInstance> {
  const { DatabaseSync } = loadSqlite()
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path)
  try {
    // The file contains password hashes: only its owner may read it.
    if (path !== ':memory:') chmodSync(path, 0o600)
    // Processes that start at the same time on a new file all set its journal mode, which takes the write lock.
    await retryWhile(isBusy, busyTimeoutMs, () =>
      database.exec(`${CONNECTION_SETTINGS} PRAGMA cache_size = -${cacheKibibytes};`),
    )
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

interface Mutex {
  readonly lock: () => Promise<void>
  readonly unlock: () => void
}

/** Creates a lock whose waiters get it in the order in which they asked. */
function createMutex(): Mutex {
  const waiting: (() => void)[] = []
  let locked = false
  return {
    async lock(): Promise<void> {
      if (locked) await new Promise<void>((resolve) => waiting.push(resolve))
      locked = true
    },

    unlock(): void {
      const next = waiting.shift()
      if (next) next()
      else locked = false
    },
  }
}
