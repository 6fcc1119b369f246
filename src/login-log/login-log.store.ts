import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import { createLogReader } from '../database/log-reader.ts'
import type { Page, PageRequest } from '../database/page.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { type ChainEnds, createChainStore } from '../tamper-evidence/chain.store.ts'
import type { LinkedEntry } from '../tamper-evidence/walk.ts'
import type { LoginLogEntry } from './login-log-entry.ts'
import { linkLoginLogEntry } from './login-log-link.ts'

/** An entry as the endpoints answer it. */
export interface StoredLoginLogEntry extends Omit<LoginLogEntry, 'key' | 'status'> {
  readonly id: number
  readonly status: string
}

export interface LoginLogFilter {
  readonly username?: string | undefined
  readonly ipaddr?: string | undefined
  readonly status?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Parameters a statement: an entry needs thirteen. */
const ENTRIES_A_STATEMENT = 500
const ROWS_AT_ONCE = 1000

export type LoginLogStore = ReturnType<typeof createLoginLogStore>

export function createLoginLogStore(database: Database) {
  const reader = createLogReader(database, 'login_log', 'login_time')

  return {
    /** All or none. An entry that is there already is left as it is. */
    async insertMany(entries: readonly LoginLogEntry[]): Promise<void> {
      try {
        await inTransaction(database, (transaction) => append(transaction, entries))
      } catch (error) {
        // Stored before, by a process that ended before it could note that. It happens too rarely to be looked for each time.
        if (!isUniqueViolation(error)) throw error
        await inTransaction(database, async (transaction) =>
          append(transaction, await unknownOf(transaction, entries)),
        )
      }
    },

    async find(id: number): Promise<StoredLoginLogEntry | undefined> {
      const row = await database.selectFrom('login_log').selectAll().where('id', '=', id).executeTakeFirst()
      return row && entryOf(row)
    },

    /** The newest first. */
    async page(filter: LoginLogFilter, page: PageRequest): Promise<Page<StoredLoginLogEntry>> {
      const found = await reader.page(queryOf(filter), page, countAll)
      return { ...found, list: found.list.map(entryOf) }
    },

    async *each(filter: LoginLogFilter): AsyncGenerator<StoredLoginLogEntry> {
      for await (const row of reader.each(queryOf(filter))) yield entryOf(row)
    },

    ends: (): Promise<ChainEnds> => createChainStore(database, 'login_log').ends(),

    /** The oldest first, as they are linked. */
    async *links(): AsyncGenerator<LinkedEntry> {
      let position = Number.MIN_SAFE_INTEGER
      for (;;) {
        const rows = await database
          .selectFrom('login_log')
          .selectAll()
          .where('position', '>', position)
          .orderBy('position')
          .limit(ROWS_AT_ONCE)
          .execute()
        for (const row of rows) {
          yield {
            position: row.position,
            hash: row.hash,
            after: (previous) => linkLoginLogEntry(previous, row),
          }
        }
        const last = rows.at(-1)
        if (!last || rows.length < ROWS_AT_ONCE) return
        position = last.position
        // An embedded database answers without leaving the turn; requests must get theirs.
        await nextTurn()
      }
    },
  }

  async function countAll(): Promise<number> {
    const { head, base } = await createChainStore(database, 'login_log').ends()
    const { count } = await database
      .selectFrom('login_log_removed')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return head.position - base.position - Number(count)
  }
}

/** Nobody else adds to the log meanwhile: each entry is linked to the one before it. */
async function append(transaction: Transaction, entries: readonly LoginLogEntry[]): Promise<void> {
  if (entries.length === 0) return
  const chain = createChainStore(transaction, 'login_log')
  let { head } = await chain.lock()
  const rows = entries.map((entry) => {
    const row = rowOf(entry)
    head = linkLoginLogEntry(head, row)
    return { ...row, ...head }
  })
  for (let from = 0; from < rows.length; from += ENTRIES_A_STATEMENT) {
    await transaction
      .insertInto('login_log')
      .values(rows.slice(from, from + ENTRIES_A_STATEMENT))
      .execute()
  }
  await chain.moveHead(head)
}

async function unknownOf(
  transaction: Transaction,
  entries: readonly LoginLogEntry[],
): Promise<LoginLogEntry[]> {
  await createChainStore(transaction, 'login_log').lock()
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const keys = [...byKey.keys()]
  for (let from = 0; from < keys.length; from += ENTRIES_A_STATEMENT) {
    const known = await transaction
      .selectFrom('login_log')
      .select('entry_key')
      .where('entry_key', 'in', keys.slice(from, from + ENTRIES_A_STATEMENT))
      .execute()
    for (const { entry_key } of known) byKey.delete(entry_key)
  }
  return [...byKey.values()]
}

function queryOf({ username, ipaddr, status, from, to }: LoginLogFilter) {
  return { equals: { username, ipaddr }, coarse: { status }, from, to }
}

function rowOf(entry: LoginLogEntry) {
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

function entryOf(row: Selectable<Tables['login_log']>): StoredLoginLogEntry {
  const { id, username, status, ipaddr, browser, os, platform, remark, msg } = row
  return {
    id,
    username,
    status,
    ipaddr,
    loginLocation: row.login_location,
    browser,
    os,
    platform,
    loginTime: new Date(row.login_time).toISOString(),
    remark,
    msg,
  }
}
