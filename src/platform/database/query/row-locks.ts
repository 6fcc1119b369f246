import type { SelectQueryBuilder } from 'kysely'
import { capabilitiesOf } from '../engines.ts'
import type { Database } from '../kysely.ts'

/**
 * Makes a query read the newest rows and lock them against changes until the transaction ends. An embedded database needs
 * no row locks: only one transaction at a time can write.
 */
export function forShare<Tables, From extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  const locks = capabilitiesOf(database).rowLocks
  return locks ? query.modifyEnd(locks.share) : query
}

/** Makes a query lock its rows exclusively, for rows that are about to be changed. */
export function forUpdate<Tables, From extends keyof Tables, Row>(
  database: Database,
  query: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  const locks = capabilitiesOf(database).rowLocks
  return locks ? query.modifyEnd(locks.update) : query
}
