import { setTimeout as sleep } from 'node:timers/promises'
import { Transaction as KyselyTransaction } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { isBrokenOff } from './database-error.ts'

const MAX_TRIES = 5
const PAUSE_MILLISECONDS = 10

/**
 * Does the work in a transaction: all of it or nothing. Where the database breaks it off because several stood in each
 * other's way, it is done again from the beginning, so it must do nothing but ask this database. Within a
 * transaction, the work is part of that one.
 *
 * @example
 * const id = await inTransaction(database, (transaction) => createUserStore(transaction).insert(user, now()))
 */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  if (database instanceof KyselyTransaction) return work(database)
  return againWhereBrokenOff(() => database.transaction().execute(work))
}

/** The same for a statement that needs no other. */
export async function againWhereBrokenOff<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES || !isBrokenOff(error)) throw error
      await sleep(PAUSE_MILLISECONDS * tries)
    }
  }
}
