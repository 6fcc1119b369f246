import type { SelectQueryBuilder } from 'kysely'
import { capabilitiesOf } from './engines.ts'
import type { Database } from './kysely.ts'
import type { Tables } from './tables.ts'

type Select<From extends keyof Tables, Row> = SelectQueryBuilder<Tables, From, Row>

/**
 * Makes a query read the newest rows and lock them against changes until the transaction ends. An embedded database needs
 * no row locks: only one transaction at a time can write.
 */
export function forShare<From extends keyof Tables, Row>(
  database: Database,
  query: Select<From, Row>,
): Select<From, Row> {
  const locks = capabilitiesOf(database).rowLocks
  return locks ? query.modifyEnd(locks.share) : query
}

/** Makes a query lock its rows exclusively, for rows that are about to be changed. */
export function forUpdate<From extends keyof Tables, Row>(
  database: Database,
  query: Select<From, Row>,
): Select<From, Row> {
  const locks = capabilitiesOf(database).rowLocks
  return locks ? query.modifyEnd(locks.update) : query
}
