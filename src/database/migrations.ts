import { type Kysely, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { MigrationContext, NamedMigration } from './migration.ts'
import { whileNobodyElseMigrates } from './migration-lock.ts'
import { createFirstTables } from './migrations/0001-first-tables.ts'
import { prepareAdministration } from './migrations/0002-administration.ts'
import { createLoginAttempts } from './migrations/0003-login-attempts.ts'
import { addSessionSigners } from './migrations/0004-session-signers.ts'
import { addLoginLogReason } from './migrations/0005-login-log-reason.ts'
import { createTable, text } from './migrations/table.ts'
import { isMariadb } from './mysql-session.ts'
import type { Tables } from './tables.ts'

/** Forward only, in this order, each once. A migration that has been released is never edited. */
export const migrations: readonly NamedMigration[] = [
  ['0001-first-tables', createFirstTables],
  ['0002-administration', prepareAdministration],
  ['0003-login-attempts', createLoginAttempts],
  ['0004-session-signers', addSessionSigners],
  ['0005-login-log-reason', addLoginLogReason],
]

/** Applies what is missing. Of several processes that start at once, one migrates and the others find it done. */
export async function migrate(database: Kysely<Tables>, known = migrations): Promise<string[]> {
  return whileNobodyElseMigrates(database, async (connection) => {
    const context = await contextOf(connection)
    await refuseOtherEncoding(context)
    const applied = await appliedIn(context)
    refuseNewerDatabase(applied, known)
    const missing = known.filter(([name]) => !applied.has(name))
    for (const [name, run] of missing) {
      await run(context)
      await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(connection)
    }
    return missing.map(([name]) => name)
  })
}

async function contextOf(database: Kysely<Tables>): Promise<MigrationContext> {
  const dialect = dialectOf(database)
  if (dialect !== 'mysql') return { database, dialect, collation: '' }
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(database)
  const collation = isMariadb(rows[0]?.version ?? '') ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'
  return { database, dialect, collation }
}

async function refuseOtherEncoding({ database, dialect }: MigrationContext): Promise<void> {
  if (dialect !== 'postgres') return
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `the database stores texts as ${encoding}: make one with "create database NAME encoding 'UTF8' template template0"`,
  )
}

async function appliedIn(context: MigrationContext): Promise<ReadonlySet<string>> {
  await createTable(context, 'migrations', { name: text(64), applied_at: 'integer' }, { primaryKey: 'name' })
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(context.database)
  return new Set(rows.map((row) => row.name))
}

function refuseNewerDatabase(applied: ReadonlySet<string>, known: readonly NamedMigration[]): void {
  const names = new Set(known.map(([name]) => name))
  const unknown = [...applied].filter((name) => !names.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `the database was written by a newer version (it has ${unknown.join(', ')}): use that version`,
  )
}
