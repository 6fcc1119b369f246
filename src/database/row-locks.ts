import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { dialectOf } from './dialect.ts'
import type { Tables } from './tables.ts'

type Select<From extends keyof Tables, Row> = SelectQueryBuilder<Tables, From, Row>

/**
 * Reads the newest rows and keeps others from changing them until the transaction ends. On SQLite there is nothing to
 * do: a transaction is the only one that writes.
 */
export function forShare<From extends keyof Tables, Row>(
  database: Database,
  query: Select<From, Row>,
): Select<From, Row> {
  const dialect = dialectOf(database)
  if (dialect === 'postgres') return query.forShare()
  // MariaDB knows this spelling alone, MySQL both.
  return dialect === 'mysql' ? query.modifyEnd(sql`lock in share mode`) : query
}

/** The same, and others can't even share them: for what is going to be changed. */
export function forUpdate<From extends keyof Tables, Row>(
  database: Database,
  query: Select<From, Row>,
): Select<From, Row> {
  return dialectOf(database) === 'sqlite' ? query : query.forUpdate()
}
