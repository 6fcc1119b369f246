import type { Database } from '../../database/database.ts'
import { createLogReader } from '../../database/log-reader.ts'
import type { Page, PageRequest, TimeOrder } from '../../database/page.ts'
import { type ChainEnds, createChainStore, linkedEntries } from '../hash-chain/chain.store.ts'
import type { LinkedEntry } from '../hash-chain/compare.ts'
import { linkLoginLogEntry, type StoredLoginLogEntry, toEntry } from './login-log-columns.ts'
import { createLoginLogInsert } from './login-log-insert.store.ts'

export interface LoginLogFilter {
  readonly username?: string | undefined
  readonly ipaddr?: string | undefined
  readonly status?: string | undefined
  readonly reason?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export type LoginLogStore = ReturnType<typeof createLoginLogStore>

export function createLoginLogStore(database: Database) {
  const reader = createLogReader(database, 'login_log', 'login_time')

  return {
    /** Inserts entries, all or none. An entry that is stored already is skipped. */
    insertMany: createLoginLogInsert(database),

    async find(id: number): Promise<StoredLoginLogEntry | undefined> {
      const row = await database.selectFrom('login_log').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toEntry(row)
    },

    async page(
      filter: LoginLogFilter,
      page: PageRequest,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<StoredLoginLogEntry>> {
      const found = await reader.page(queryOf(filter), page, order, countAll)
      return { ...found, list: found.list.map(toEntry) }
    },

    async *each(filter: LoginLogFilter): AsyncGenerator<StoredLoginLogEntry> {
      for await (const row of reader.each(queryOf(filter))) yield toEntry(row)
    },

    ends: (): Promise<ChainEnds> => createChainStore(database, 'login_log').ends(),

    /** Yields all entries in the order of the hash chain. */
    links: (): AsyncGenerator<LinkedEntry> => linkedEntries(linksAfter),
  }

  async function linksAfter(position: number, limit: number): Promise<LinkedEntry[]> {
    const rows = await database
      .selectFrom('login_log')
      .selectAll()
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      position: row.position,
      hash: row.hash,
      after: (previous) => linkLoginLogEntry(previous, row),
    }))
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

function queryOf({ username, ipaddr, status, reason, from, to }: LoginLogFilter) {
  // The reason comes first: it selects fewer entries than the status.
  return { equals: { username, ipaddr }, lowCardinality: { reason, status }, from, to }
}
