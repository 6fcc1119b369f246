import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { serverAddress } from '../address.ts'
import type { DatabaseServer, Engine } from '../engine.ts'
import type { Database, RootDatabase } from '../kysely.ts'
import { overwriteExisting } from '../query/on-conflict.ts'
import { createServerDriver } from '../server-driver.ts'
import { openPostgresPool } from './postgres-driver.ts'
import { listen, notify } from './postgres-notifications.ts'

/** Any number that nothing else in the same database locks: "castella" in ASCII. */
const MIGRATION_LOCK = 0x63617374656c6c61n

/** PostgreSQL over `pg`, which is loaded with the first query. */
export const postgres: Engine = {
  sql: {
    name: 'postgres',
    skipExisting: sql`on conflict do nothing`,
    overwriteExisting,
    indexHint: () => sql``,
    trigrams: {
      table: 'user_search',
      key: 'id',
      async exists(database) {
        const { rows } = await sql<{ found: boolean }>`
          select to_regclass('user_search_trigrams') is not null as found`.execute(database)
        return rows[0]?.found === true
      },
      mayContain: () => sql`true`,
    },
  },
  capabilities: {
    embedded: false,
    rowLocks: { share: sql`for share`, update: sql`for update` },
    notifications: { notify, listen },
    backup: { externalTools: 'pg_dump and pg_restore' },
  },
  Adapter: PostgresAdapter,
  createDialect: (address, options) => ({
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createServerDriver(() => openPostgresPool(serverAddress(address), options)),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (database) => new PostgresIntrospector(database),
  }),
  readServer,
  assertUsable: assertUtf8,
  withMigrationLock: (database, work) =>
    database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction)
      return work(transaction)
    }),
}

async function readServer(database: Database): Promise<DatabaseServer> {
  const { rows } = await sql<{ version: string; time: string | number }>`
    select current_setting('server_version') as version,
      extract(epoch from clock_timestamp()) * 1000 as time`.execute(database)
  return {
    product: 'PostgreSQL',
    // Distributions add the name of their package.
    version: rows[0]?.version.split(' ')[0] ?? '',
    minVersion: '15',
    timeMs: Number(rows[0]?.time),
  }
}

async function assertUtf8(database: RootDatabase): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `the database stores texts as ${encoding}: create one with "create database NAME encoding 'UTF8' template template0"`,
  )
}
