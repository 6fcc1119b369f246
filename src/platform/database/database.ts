import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kysely, type LogEvent } from 'kysely'
import { errorCodeOf } from '../refusal/error-code.ts'
import { type DatabaseAddress, databaseFileOf, describeAddress, parseAddress } from './address.ts'
import { DatabaseMissing } from './database-error.ts'
import type { Engine, EngineDialect } from './engine.ts'
import { engineFor } from './engines.ts'
import type { RootDatabase } from './kysely.ts'
import { migrate, readMigrationState } from './migrate.ts'
import { MIGRATION_LIMITS, SERVING_LIMITS, type TimeLimits } from './time-limits.ts'

export type { Database, RootDatabase, Transaction } from './kysely.ts'

interface DatabaseOptions {
  /** False: the tables are used as they are. */
  readonly migrate?: boolean
  /** True: a database that does not exist or is empty is an error. */
  readonly mustExist?: boolean
  /** The maximum number of connections to a server. */
  readonly poolSize?: number
  /** The size of the page cache of an embedded database. */
  readonly cacheKibibytes?: number | undefined
  readonly limits?: TimeLimits
  /** Opens an embedded database without changing any file. Requires `migrate: false`. */
  readonly readOnly?: boolean
  /** Called after each query, in the context of its caller. */
  readonly onQuery?: OnQuery | undefined
}

export type OnQuery = (query: {
  /** With placeholders instead of values. */
  readonly sql: string
  readonly durationMs: number
  readonly failed: boolean
}) => void

export type DatabaseHandle = Awaited<ReturnType<typeof openDatabase>>

const DEFAULT_POOL_SIZE = 10

/** Opens the database of a URL and migrates its tables. Returns it with the names of the migrations that were applied. */
export async function openDatabase(url: string, options: DatabaseOptions = {}) {
  const address = databaseAddressOf(url)
  const engine = engineFor(address)
  if (options.mustExist) assertFileExists(address, CREATE)
  const poolSize = options.poolSize ?? DEFAULT_POOL_SIZE
  const limits = options.limits ?? SERVING_LIMITS
  const { readOnly = false, cacheKibibytes } = options
  const dialect = engine.createDialect(address, { poolSize, limits, readOnly, cacheKibibytes })
  const { countForeignWrites } = dialect
  const database = connect(dialect, options.onQuery)
  try {
    if (options.mustExist) await assertNotEmpty(database, address)
    const migrated = options.migrate === false ? [] : await migrateTables(engine, address, database)
    const { capabilities } = engine
    return { database, address, capabilities, migrated, countForeignWrites, close: () => database.destroy() }
  } catch (error) {
    await database.destroy()
    throw error
  }
}

/** Throws if there is no file of an embedded database: opening it would create one. `fix` says what to do. */
export function assertFileExists(address: DatabaseAddress, fix: string): void {
  const file = databaseFileOf(address)
  if (file === undefined) return
  try {
    statSync(file)
  } catch (error) {
    const code = errorCodeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
    throw new DatabaseMissing(`the database ${resolve(file)} does not exist. Fix: ${fix}`)
  }
}

async function assertNotEmpty(database: RootDatabase, address: DatabaseAddress): Promise<void> {
  const { isEmpty } = await readMigrationState(database)
  if (isEmpty) throw new DatabaseMissing(`the database ${describeAddress(address)} is empty. Fix: ${CREATE}`)
}

const CREATE =
  'correct database.url or the current folder, or create it with castellan serve or castellan migrate'

/** Returns the parts of a database URL. Throws for one that is not valid. */
export function databaseAddressOf(url: string): DatabaseAddress {
  const outcome = parseAddress(url)
  if ('problem' in outcome) throw new Error(`the database's URL ${outcome.problem}`)
  return outcome.value
}

function connect(dialect: EngineDialect, onQuery?: OnQuery): RootDatabase {
  return new Kysely({
    dialect,
    ...(onQuery
      ? {
          log: ({ level, query, queryDurationMillis }: LogEvent) =>
            onQuery({ sql: query.sql, durationMs: queryDurationMillis, failed: level === 'error' }),
        }
      : {}),
  })
}

/** Migrations of a server use a connection with other time limits. */
async function migrateTables(
  engine: Engine,
  address: DatabaseAddress,
  database: RootDatabase,
): Promise<string[]> {
  if (engine.capabilities.embedded) return migrate(engine, database)
  const connection = connect(engine.createDialect(address, { poolSize: 1, limits: MIGRATION_LIMITS }))
  try {
    return await migrate(engine, connection)
  } finally {
    await connection.destroy()
  }
}
