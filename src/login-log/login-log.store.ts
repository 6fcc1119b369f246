import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { createLogReader } from '../database/log-reader.ts'
import type { Page, PageRequest } from '../database/page.ts'
import type { Tables } from '../database/tables.ts'
import { type ChainEnds, createChainStore } from '../hash-chain/chain.store.ts'
import type { LinkedEntry } from '../hash-chain/walk.ts'
import { createLoginLogAppender } from './login-log-append.store.ts'
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

const ROWS_AT_ONCE = 1000

export type LoginLogStore = ReturnType<typeof createLoginLogStore>

export function createLoginLogStore(database: Database) {
  const reader = createLogReader(database, 'login_log', 'login_time')

  return {
    /** All or none. An entry that is there already is left as it is. */
    insertMany: createLoginLogAppender(database),

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

function queryOf({ username, ipaddr, status, from, to }: LoginLogFilter) {
  return { equals: { username, ipaddr }, coarse: { status }, from, to }
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
