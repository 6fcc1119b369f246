import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import { inTransaction } from '../database/transaction.ts'
import { createChainStore } from '../hash-chain/chain.store.ts'
import { BEGINNING } from '../hash-chain/link.ts'
import type { LoginLogEntry } from './login-log-entry.ts'
import { type LoginLogContent, linkLoginLogEntry } from './login-log-link.ts'
import { LOGIN_FAILED } from './login-status.ts'

/** An embedded database inserts so many before requests get their turn. */
const ENTRIES_A_STATEMENT = 100

/** Adds entries to the end of the log: all or none. An entry that is there already is left as it is. */
export function createLoginLogAppender(database: Database) {
  const insertText = createInsertText(database)

  /** Nobody else adds to the log meanwhile: each entry is linked to the one before it. */
  async function append(transaction: Transaction, entries: readonly LoginLogEntry[]): Promise<void> {
    if (entries.length === 0) return
    const chain = createChainStore(transaction, 'login_log')
    let { head } = await chain.lock()
    for (const [number, some] of statementsOf(entries).entries()) {
      if (number > 0) await nextTurn()
      const parameters: (string | number)[] = []
      for (const entry of some) {
        const row = rowOf(entry)
        head = linkLoginLogEntry(head, row)
        parameters.push(...Object.values(row), head.position, head.hash)
      }
      await transaction.executeQuery(CompiledQuery.raw(insertText(some.length), parameters))
    }
    await chain.moveHead(head)
  }

  return async (entries: readonly LoginLogEntry[]): Promise<void> => {
    try {
      await inTransaction(database, (transaction) => append(transaction, entries))
    } catch (error) {
      // Stored before, by a process that ended before it could note that. It happens too rarely to be looked for each time.
      if (!isUniqueViolation(error)) throw error
      await inTransaction(database, async (transaction) =>
        append(transaction, await unknownOf(transaction, entries)),
      )
    }
  }
}

/**
 * For the figures `login-log` and `storm`: the text of a statement with so many entries is the same every time and is compiled
 * once. A query builder makes objects of every value, which takes nearly as long as to store it.
 */
function createInsertText(database: Database): (entryCount: number) => string {
  const row = { ...rowOf(NO_ENTRY), ...BEGINNING }
  const texts = new Map<number, string>()
  return (entryCount) => {
    const known = texts.get(entryCount)
    if (known !== undefined) return known
    const rows = Array.from({ length: entryCount }, () => row)
    const text = database.insertInto('login_log').values(rows).compile().sql
    texts.set(entryCount, text)
    return text
  }
}

async function unknownOf(
  transaction: Transaction,
  entries: readonly LoginLogEntry[],
): Promise<LoginLogEntry[]> {
  await createChainStore(transaction, 'login_log').lock()
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  for (const keys of statementsOf([...byKey.keys()])) {
    const known = await transaction
      .selectFrom('login_log')
      .select('entry_key')
      .where('entry_key', 'in', keys)
      .execute()
    for (const { entry_key } of known) byKey.delete(entry_key)
  }
  return [...byKey.values()]
}

function statementsOf<T>(items: readonly T[]): T[][] {
  const statements: T[][] = []
  for (let from = 0; from < items.length; from += ENTRIES_A_STATEMENT) {
    statements.push(items.slice(from, from + ENTRIES_A_STATEMENT))
  }
  return statements
}

const NO_ENTRY: LoginLogEntry = {
  key: '',
  username: '',
  status: LOGIN_FAILED,
  ipaddr: '',
  loginLocation: '',
  browser: '',
  os: '',
  platform: '',
  loginTime: '1970-01-01T00:00:00.000Z',
  remark: '',
  msg: '',
}

/** What is stored of an entry, less its link. Always in this order: a compiled statement relies on it. */
export function rowOf(entry: LoginLogEntry): LoginLogContent {
  const { username, status, ipaddr, browser, os, platform, remark, msg } = entry
  return {
    entry_key: entry.key,
    username,
    status,
    ipaddr,
    login_location: entry.loginLocation,
    browser,
    os,
    platform,
    login_time: Date.parse(entry.loginTime),
    remark,
    msg,
  }
}
