import { setTimeout as sleep } from 'node:timers/promises'
import { Transaction as KyselyTransaction } from 'kysely'
import { isTransactionConflict } from '../database-error.ts'
import type { Database, Transaction } from '../kysely.ts'

const MAX_TRIES = 8
/** The maximum of the first pause; it doubles with every try. */
const PAUSE_MS = 20

/**
 * Runs the work in a transaction. If the database aborts it because of a conflict with another transaction, the work is
 * repeated, so it must have no effects other than on this database. Inside a transaction, the work joins that transaction.
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

/** Repeats the work if the database aborts it because of a conflict. */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MAX_TRIES || !isTransactionConflict(error)) throw error
      // Random, so that transactions that conflicted do not start again at the same time.
      await sleep(Math.random() * PAUSE_MS * 2 ** (tries - 1))
    }
  }
}
