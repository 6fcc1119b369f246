import { resolve } from 'node:path'
import { Kysely, type Transaction as KyselyTransaction } from 'kysely'
import { migrate } from './migrations.ts'
import { createSqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type RootDatabase = Kysely<Tables>
export type Transaction = KyselyTransaction<Tables>
/** What stores talk to: the database, or a transaction in it. */
export type Database = RootDatabase | Transaction

export interface DatabaseHandle {
  readonly database: RootDatabase
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

/** Opens the database that the URL names and brings its tables up to date. */
export async function openDatabase(
  url: string,
  options: { migrate?: boolean } = {},
): Promise<DatabaseHandle> {
  const database = new Kysely<Tables>({ dialect: createSqliteDialect(sqlitePath(url)) })
  try {
    const migrated = options.migrate === false ? [] : await migrate(database)
    return { database, migrated, close: () => database.destroy() }
  } catch (error) {
    await database.destroy()
    throw error
  }
}

function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(\/\/)?/, '')
  return path === ':memory:' ? path : resolve(path)
}
