import { type Kysely, sql } from 'kysely'
import { DatabaseUnavailable } from './database-error.ts'
import { dialectOf } from './dialect.ts'
import type { Tables } from './tables.ts'

/** Any number that nothing else in the same database locks: "castella" in ASCII. */
const POSTGRES_LOCK = 0x63617374656c6c61n
const MYSQL_WAIT_SECONDS = 300

type Work<T> = (connection: Kysely<Tables>) => Promise<T>

/** Does the work on one connection, which alone of all processes may migrate meanwhile. */
export function whileNobodyElseMigrates<T>(database: Kysely<Tables>, work: Work<T>): Promise<T> {
  const dialect = dialectOf(database)
  if (dialect === 'mysql') return withMysqlLock(database, work)
  return database.transaction().execute(async (transaction) => {
    // On SQLite the transaction holds the write lock from its beginning.
    if (dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(POSTGRES_LOCK)})`.execute(transaction)
    }
    return work(transaction)
  })
}

/** A transaction would not do: MySQL ends it with the first change of a table. */
function withMysqlLock<T>(database: Kysely<Tables>, work: Work<T>): Promise<T> {
  return database.connection().execute(async (connection) => {
    // The names of locks are the server's, not the database's.
    const name = sql`concat('castellan-', sha1(database()))`
    const { rows } = await sql<{ held: number | null }>`
      select get_lock(${name}, ${MYSQL_WAIT_SECONDS}) as held`.execute(connection)
    if (rows[0]?.held !== 1) throw new DatabaseUnavailable('another process is migrating the database')
    try {
      return await work(connection)
    } finally {
      await sql`select release_lock(${name})`.execute(connection)
    }
  })
}
