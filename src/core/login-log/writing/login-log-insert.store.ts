import type { Database, Transaction } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/database-error.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { createChainStore } from '../../audit-log/hash-chain/chain.store.ts'
import { linkLoginLogEntry, toRow } from '../login-log-columns.ts'
import type { LoginLogEntry } from '../login-log-entry.ts'
import { type CountedEntry, createLoginLogHoursStore } from '../login-log-hours.store.ts'

const ENTRIES_PER_STATEMENT = 100
const NO_USER = 0

/** Creates a function that appends entries to the log, all or none. An entry that is stored already is skipped. */
export function createLoginLogInsert(database: Database) {
  /** Locks the chain, because each entry is linked to the one before it. */
  async function append(transaction: Transaction, entries: readonly LoginLogEntry[]): Promise<void> {
    if (entries.length === 0) return
    const chain = createChainStore(transaction, 'login_log')
    const counted: CountedEntry[] = []
    let { head } = await chain.lock()
    for await (const batch of batchesOf(entries, ENTRIES_PER_STATEMENT)) {
      const ids = await userIdsOf(transaction, batch)
      const rows = batch.map((entry) => {
        const row = toRow(entry, ids.get(entry.username) ?? NO_USER)
        head = linkLoginLogEntry(head, row)
        return { ...row, ...head }
      })
      await transaction.insertInto('login_log').values(rows).execute()
      counted.push(...rows)
    }
    await createLoginLogHoursStore(transaction).add(counted)
    await chain.moveHead(head)
  }

  return async (entries: readonly LoginLogEntry[]): Promise<void> => {
    try {
      await inTransaction(database, (transaction) => append(transaction, entries))
    } catch (error) {
      // Stored before by a process that ended before it deleted them from the spool. Too rare to query for each time.
      if (!isUniqueViolation(error)) throw error
      await inTransaction(database, async (transaction) =>
        append(transaction, await withoutStored(transaction, entries)),
      )
    }
  }
}

/** Returns the users that have the names of entries. Most names in an attack belong to nobody. */
async function userIdsOf(
  transaction: Transaction,
  entries: readonly LoginLogEntry[],
): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(entries.map(({ username }) => username))]
  const users = transaction.selectFrom('users').select(['id', 'username']).where('username', 'in', names)
  return new Map((await users.execute()).map(({ id, username }) => [username, id]))
}

async function withoutStored(
  transaction: Transaction,
  entries: readonly LoginLogEntry[],
): Promise<LoginLogEntry[]> {
  await createChainStore(transaction, 'login_log').lock()
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  for await (const keys of batchesOf([...byKey.keys()], ENTRIES_PER_STATEMENT)) {
    const known = await transaction
      .selectFrom('login_log')
      .select('entry_key')
      .where('entry_key', 'in', keys)
      .execute()
    for (const { entry_key } of known) byKey.delete(entry_key)
  }
  return [...byKey.values()]
}
