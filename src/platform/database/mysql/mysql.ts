import { MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely'
import { MINUTE_IN_SECONDS } from '../../runtime/time-units.ts'
import { serverAddress } from '../address.ts'
import { DatabaseUnavailable } from '../database-error.ts'
import type { DatabaseServer, Engine } from '../engine.ts'
import type { Database, RootDatabase } from '../kysely.ts'
import { createServerDriver } from '../server-driver.ts'
import { openMysqlPool } from './mysql-driver.ts'
import { isMariadb } from './mysql-session.ts'

const MIGRATION_LOCK_TIMEOUT_SECONDS = 5 * MINUTE_IN_SECONDS

/** MySQL and MariaDB over `mysql2`, which is loaded with the first query. */
export const mysql: Engine = {
  sql: {
    name: 'mysql',
    // `insert ignore` is not used: it also accepts values that do not fit and truncates them.
    skipExisting: sql`on duplicate key update id = id`,
    // `values()` is deprecated in MySQL, but MariaDB does not support the row alias that replaces it.
    overwriteExisting: (columns) => {
      const changes = columns.map((column) => sql`${sql.ref(column)} = values(${sql.ref(column)})`)
      return sql`on duplicate key update ${sql.join(changes)}`
    },
    indexHint: (index) => sql` force index (${sql.ref(index)})`,
  },
  capabilities: {
    embedded: false,
    // MariaDB does not support `for share`; MySQL accepts both.
    rowLocks: { share: sql`lock in share mode`, update: sql`for update` },
    notifications: undefined,
    backup: { externalTools: 'mysqldump and mysql' },
  },
  Adapter: MysqlAdapter,
  createDialect: (address, options) => ({
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => createServerDriver(() => openMysqlPool(serverAddress(address), options)),
    createQueryCompiler: () => new MysqlQueryCompiler(),
    createIntrospector: (database) => new MysqlIntrospector(database),
  }),
  readServer,
  withMigrationLock,
  binaryCollation,
}

async function readServer(database: Database): Promise<DatabaseServer> {
  const { rows } = await sql<{ version: string; time: string | number }>`
    select version() as version,
      timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) / 1000 as time`.execute(database)
  const version = rows[0]?.version ?? ''
  return {
    ...(isMariadb(version)
      ? { product: 'MariaDB', version: mariadbVersion(version), minVersion: '10.11' }
      : { product: 'MySQL', version, minVersion: '8.0.17' }),
    timeMs: Number(rows[0]?.time),
  }
}

/** MariaDB can put "5.5.5-" before its version, for clients that expect MySQL. */
function mariadbVersion(text: string): string {
  return /([\d.]+)-mariadb/i.exec(text)?.[1] ?? text
}

/** A named lock, because MySQL commits a transaction with its first change of a table. */
function withMigrationLock<T>(
  database: RootDatabase,
  work: (connection: RootDatabase) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (connection) => {
    // Lock names belong to the server, not to the database.
    const name = sql`concat('castellan-', sha1(database()))`
    const { rows } = await sql<{ held: number | null }>`
      select get_lock(${name}, ${MIGRATION_LOCK_TIMEOUT_SECONDS}) as held`.execute(connection)
    if (rows[0]?.held !== 1) throw new DatabaseUnavailable('another process is migrating the database')
    try {
      return await work(connection)
    } finally {
      await sql`select release_lock(${name})`.execute(connection)
    }
  })
}

/** MySQL and MariaDB have different names for the collation that compares bytes, trailing spaces included. */
async function binaryCollation(database: RootDatabase): Promise<string> {
  const { product } = await readServer(database)
  return product === 'MariaDB' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'
}
