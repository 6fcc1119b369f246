import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { RootDatabase } from './kysely.ts'
import { createFirstTables } from './migrations/0001-first-tables.ts'
import { prepareAdministration } from './migrations/0002-administration.ts'
import { createLoginAttempts } from './migrations/0003-login-attempts.ts'
import { addSessionSigners } from './migrations/0004-session-signers.ts'
import { addLoginLogReason } from './migrations/0005-login-log-reason.ts'
import { indexLoginLogReason } from './migrations/0006-login-log-reason-index.ts'
import { addLoginAttemptNames } from './migrations/0007-login-attempt-names.ts'
import { addUserSearch } from './migrations/0008-user-search.ts'
import { addNodeKeys } from './migrations/0009-node-keys.ts'
import { createRefusals } from './migrations/0010-refusals.ts'
import { createPermissionUsage } from './migrations/0011-permission-usage.ts'
import { createEvents } from './migrations/0012-events.ts'
import { addLoginMethods } from './migrations/0013-login-methods.ts'
import { createUserNetworks } from './migrations/0014-user-networks.ts'
import type { MigrationContext, NamedMigration } from './migrations/context.ts'
import { createTable, text } from './migrations/table.ts'

/**
 * All migrations, in the order in which they are applied, numbered without gaps. Databases record the names, so a released
 * migration is neither renamed nor edited; a change of the tables is a new migration.
 */
export const migrations: readonly NamedMigration[] = [
  ['0001-first-tables', createFirstTables],
  ['0002-administration', prepareAdministration],
  ['0003-login-attempts', createLoginAttempts],
  ['0004-session-signers', addSessionSigners],
  ['0005-login-log-reason', addLoginLogReason],
  ['0006-login-log-reason-index', indexLoginLogReason],
  ['0007-login-attempt-names', addLoginAttemptNames],
  ['0008-user-search', addUserSearch],
  ['0009-node-keys', addNodeKeys],
  ['0010-refusals', createRefusals],
  ['0011-permission-usage', createPermissionUsage],
  ['0012-events', createEvents],
  ['0013-login-methods', addLoginMethods],
  ['0014-user-networks', createUserNetworks],
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
    const applied = await appliedMigrations(context)
    assertNotNewer(applied, known)
    const missing = known.filter(([name]) => !applied.has(name))
    for (const [name, run] of missing) {
      await run(context)
      await sql`insert into migrations (name, applied_at) values (${name}, ${Date.now()})`.execute(connection)
    }
    return missing.map(([name]) => name)
  })
}

/** What a database lacks, or has from a newer version. */
export interface MigrationState {
  /** Whether the database has no tables of the service. */
  readonly isEmpty: boolean
  readonly missing: readonly string[]
  /** Migrations that only a newer version knows. */
  readonly unknown: readonly string[]
}

/** Compares the applied migrations with those of this version. Changes nothing. */
export async function readMigrationState(
  database: RootDatabase,
  known: readonly NamedMigration[] = migrations,
): Promise<MigrationState> {
  const names = known.map(([name]) => name)
  const tables = await database.introspection.getTables()
  if (!tables.some(({ name }) => name === 'migrations')) return { isEmpty: true, missing: names, unknown: [] }
  const applied = await namesInTable(database)
  return {
    isEmpty: false,
    missing: names.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !names.includes(name)),
  }
}

async function appliedMigrations(context: MigrationContext): Promise<ReadonlySet<string>> {
  await createTable(context, 'migrations', { name: text(64), applied_at: 'integer' }, { primaryKey: 'name' })
  return namesInTable(context.database)
}

async function namesInTable(database: MigrationContext['database']): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(database)
  return new Set(rows.map((row) => row.name))
}

function assertNotNewer(applied: ReadonlySet<string>, known: readonly NamedMigration[]): void {
  const names = new Set(known.map(([name]) => name))
  const unknown = [...applied].filter((name) => !names.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `the database was written by a newer version (it has ${unknown.join(', ')}): use that version`,
  )
}
