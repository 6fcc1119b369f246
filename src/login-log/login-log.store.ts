import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { unlessThere } from '../database/insert.ts'
import { offsetOf, type Page, type PageRequest } from '../database/page.ts'
import { isStorable } from '../database/stored-text.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import type { LoginLogEntry } from './login-log-entry.ts'

/** An entry as the endpoints answer it. */
export interface StoredLoginLogEntry extends Omit<LoginLogEntry, 'key' | 'status'> {
  readonly id: number
  readonly status: string
}

export interface LoginLogFilter {
  readonly username?: string
  readonly ipaddr?: string
  readonly status?: string
}

/** Parameters a statement: an entry needs eleven. */
const ENTRIES_A_STATEMENT = 500

export type LoginLogStore = ReturnType<typeof createLoginLogStore>

export function createLoginLogStore(database: Database) {
  return {
    /** All or none. An entry that is there already is left as it is. */
    async insertMany(entries: readonly LoginLogEntry[]): Promise<void> {
      await inTransaction(database, async (transaction) => {
        for (let from = 0; from < entries.length; from += ENTRIES_A_STATEMENT) {
          const rows = entries.slice(from, from + ENTRIES_A_STATEMENT).map(rowOf)
          await unlessThere(transaction, transaction.insertInto('login_log').values(rows)).execute()
        }
      })
    },

    async find(id: number): Promise<StoredLoginLogEntry | undefined> {
      const row = await database.selectFrom('login_log').selectAll().where('id', '=', id).executeTakeFirst()
      return row && entryOf(row)
    },

    /** The newest first. */
    async page(filter: LoginLogFilter, page: PageRequest): Promise<Page<StoredLoginLogEntry>> {
      if (![filter.username ?? '', filter.ipaddr ?? ''].every(isStorable))
        return { list: [], count: 0, ...page }
      let matching = database.selectFrom('login_log')
      if (filter.username) matching = matching.where('username', '=', filter.username)
      if (filter.ipaddr) matching = matching.where('ipaddr', '=', filter.ipaddr)
      if (filter.status) matching = matching.where('status', '=', filter.status)
      const { count } = await matching
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = await matching
        .selectAll()
        .orderBy('id', 'desc')
        .limit(page.pageSize)
        .offset(offsetOf(page))
        .execute()
      return { list: rows.map(entryOf), count: Number(count), ...page }
    },
  }
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
