import { sql } from 'kysely'
import { createAllTables } from '../../features/tables.ts'
import type { Engine } from './engine.ts'
import type { RootDatabase } from './kysely.ts'
import type { MigrationContext, NamedMigration } from './migrations/context.ts'
import { createTable } from './migrations/create-table.ts'
import { text } from './migrations/table.ts'

/**
 * All migrations, in the order in which they are applied, numbered without gaps. Databases record the names, so a released
 * migration is neither renamed nor edited; a change of the tables is a new migration. Before the first release, the first one
 * is changed together with its name, so that databases of earlier commits are refused.
 */
export const migrations: readonly NamedMigration[] = [
  ['0001-tables-of-2026-11-19-with-event-reads', createAllTables],
]

/**
 * Applies the missing migrations and returns their names. If several processes start at once, one of them migrates and the
 * others wait for it.
 */
export async function migrate(
  engine: Engine,
  database: RootDatabase,
  known: readonly NamedMigration[] = migrations,
): Promise<string[]> {
  return engine.withMigrationLock(database, async (connection) => {
    await engine.assertUsable?.(connection)
    const collation = (await engine.binaryCollation?.(connection)) ?? ''
    const context: MigrationContext = { database: connection, dialect: engine.sql.name, collation }
    await createTable(context, 'migrations', {
      columns: { name: text(64), applied_at: 'integer' },
      primaryKey: 'name',
    })
    const { missing, unknown } = compare(await appliedMigrations(connection), known)
    if (unknown.length > 0) throw new Error(describeUnknown(unknown))
    for (const [name, run] of missing) {
      await run(context)
      await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(connection)
    }
    return missing.map(([name]) => name)
  })
}

export type MigrationState = Awaited<ReturnType<typeof readMigrationState>>

/**
 * Compares the applied migrations with those of this version. Changes nothing. Unknown ones are of another version, newer or
 * never released. An empty database has no tables of the service.
 */
export async function readMigrationState(
  database: RootDatabase,
  known: readonly NamedMigration[] = migrations,
) {
  const tables = await database.introspection.getTables()
  const isEmpty = !tables.some(({ name }) => name === 'migrations')
  const { missing, unknown } = compare(isEmpty ? [] : await appliedMigrations(database), known)
  return { isEmpty, missing: missing.map(([name]) => name), unknown }
}

/** Says why a database with unknown migrations cannot be used, and what to do. */
export function describeUnknown(unknown: readonly string[]): string {
  return `the database was written by another version of castellan: this version does not know its migration ${unknown.at(-1)}. Fix: use the version that wrote it. If that version was not released, export with it what you need, and start this version with an empty database`
}

function compare(applied: readonly string[], known: readonly NamedMigration[]) {
  return {
    missing: known.filter(([name]) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.some(([knownName]) => knownName === name)),
  }
}

async function appliedMigrations(database: MigrationContext['database']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database)
  return rows.map((row) => row.name)
}
