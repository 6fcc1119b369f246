import { resolve } from 'node:path'
import { type Dialect, Kysely, type Transaction as KyselyTransaction } from 'kysely'
import { type DatabaseAddress, parseAddress } from './address.ts'
import { migrate } from './migrations.ts'
import { createMysqlDialect } from './mysql.ts'
import { createPostgresDialect, type PoolOptions } from './postgres.ts'
import { createSqliteDialect, keepUndoInMemory } from './sqlite.ts'
import type { Tables } from './tables.ts'
import { MIGRATION_LIMITS, SERVING_LIMITS } from './time-limits.ts'

export type RootDatabase = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** What stores talk to: the database, or a transaction in it. */
export type Database = RootDatabase | Transaction

export interface DatabaseOptions {
  /** False: the tables are taken as they are. */
  readonly migrate?: boolean
  /** How many connections to a server there may be at once. */
  readonly poolSize?: number
}

export interface DatabaseHandle {
  readonly database: RootDatabase
  readonly address: DatabaseAddress
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

const DEFAULT_POOL_SIZE = 10

/** Opens the database that the URL names and brings its tables up to date. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<DatabaseHandle> {
  const address = addressOf(url)
  const poolSize = options.poolSize ?? DEFAULT_POOL_SIZE
  const database = connect(address, { poolSize, limits: SERVING_LIMITS })
  try {
    const migrated = options.migrate === false ? [] : await bringUpToDate(address, database)
    if (address.dialect === 'sqlite') await keepUndoInMemory(database)
    return { database, address, migrated, close: () => database.destroy() }
  } catch (error) {
    await database.destroy()
    throw error
  }
}

function addressOf(url: string): DatabaseAddress {
  const outcome = parseAddress(url)
  if ('problem' in outcome) throw new Error(`the database's URL ${outcome.problem}`)
  return outcome.value
}

function connect(address: DatabaseAddress, options: PoolOptions): RootDatabase {
  return new Kysely<Tables>({ dialect: dialectFor(address, options) })
}

function dialectFor(address: DatabaseAddress, options: PoolOptions): Dialect {
  if (address.dialect === 'sqlite') {
    return createSqliteDialect(address.path === ':memory:' ? address.path : resolve(address.path))
  }
  return address.dialect === 'postgres'
    ? createPostgresDialect(address, options)
    : createMysqlDialect(address, options)
}

async function bringUpToDate(address: DatabaseAddress, database: RootDatabase): Promise<string[]> {
  if (address.dialect === 'sqlite') return migrate(database)
  const patient = connect(address, { poolSize: 1, limits: MIGRATION_LIMITS })
  try {
    return await migrate(patient)
  } finally {
    await patient.destroy()
  }
}
