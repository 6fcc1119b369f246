import { setTimeout as sleep } from 'node:timers/promises'
import { Transaction as KyselyTransaction } from 'kysely'
import { isTransactionConflict } from './database-error.ts'
import type { Database, Transaction } from './kysely.ts'

const MAX_TRIES = 8
/** Of the first pause at the most; each may be twice as long as the one before. */
const PAUSE_MILLISECONDS = 20

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
  return retryOnConflict(() => database.transaction().execute(work))
}

/** The same for a statement that needs no other. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES || !isTransactionConflict(error)) throw error
      // By chance: those who stood in each other's way would come back together.
      await sleep(Math.random() * PAUSE_MILLISECONDS * 2 ** (tries - 1))
    }
  }
}
