import { type Kysely, sql, type Transaction } from 'kysely'
import { createFirstTables } from './migrations/0001-first-tables.ts'
import type { Tables } from './tables.ts'

type Migration = (transaction: Transaction<Tables>) => Promise<void>

/** Forward only, in this order, each once. A migration that has been released is never edited. */
const migrations: readonly (readonly [name: string, run: Migration])[] = [
  ['0001-first-tables', createFirstTables],
]

/**
 * Applies what is missing, in one transaction that holds the write lock from its beginning: of several processes
 * that start at once, one migrates and the others find it done.
 */
export async function migrate(database: Kysely<Tables>): Promise<string[]> {
  return database.transaction().execute(async (transaction) => {
    await sql`create table if not exists migrations (name text primary key, applied_at integer not null)`.execute(
      transaction,
    )
    const rows = await sql<{ name: string }>`select name from migrations`.execute(transaction)
    const applied = new Set(rows.rows.map((row) => row.name))
    refuseNewerDatabase(applied)
    const missing = migrations.filter(([name]) => !applied.has(name))
    for (const [name, run] of missing) {
      await run(transaction)
      await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(
        transaction,
      )
    }
    return missing.map(([name]) => name)
  })
}

function refuseNewerDatabase(applied: ReadonlySet<string>): void {
  const known = new Set(migrations.map(([name]) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `the database was written by a newer version (it has ${unknown.join(', ')}): use that version`,
  )
}
