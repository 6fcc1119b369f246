import { Kysely } from 'kysely'
import { assertFileExists, databaseAddressOf } from './database.ts'
import { engineFor } from './engines.ts'
import { MIGRATION_LIMITS } from './time-limits.ts'

/** The tables of another system are not known before they are read. */
export type ForeignDatabase = Kysely<object>

/** Opens the database of another system. Nothing in it can be changed over this connection. */
export async function openForeignDatabase(url: string): Promise<{
  readonly database: ForeignDatabase
  close(): Promise<void>
}> {
  const address = databaseAddressOf(url)
  assertFileExists(address, 'correct its path')
  const options = { poolSize: 1, limits: MIGRATION_LIMITS, readOnly: true }
  const database: ForeignDatabase = new Kysely({
    dialect: engineFor(address).createDialect(address, options),
  })
  return { database, close: () => database.destroy() }
}

/** A column as the database declares it. */
export interface ForeignColumn {
  readonly name: string
  readonly kind: 'text' | 'time' | 'other'
}

/** Returns the columns of each table and view that can be named without a schema. */
export async function readForeignTables(
  database: ForeignDatabase,
): Promise<ReadonlyMap<string, readonly ForeignColumn[]>> {
  const all = await database.introspection.getTables()
  const isPublic = ({ schema }: { readonly schema?: string }) => schema === 'public'
  const tables = all.some(isPublic) ? all.filter(isPublic) : all
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ name: column.name, kind: kindOf(column.dataType) })),
    ]),
  )
}

function kindOf(type: string): ForeignColumn['kind'] {
  if (/char|text|clob|string/i.test(type)) return 'text'
  return /time|date/i.test(type) ? 'time' : 'other'
}
