import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { countOf, type Page, type PageRequest, type TimeOrder } from '../../platform/database/query/page.ts'
import {
  createTimeOrderReader,
  nameRange,
  type TimeOrderFilter,
} from '../../platform/database/query/time-order-reader.ts'
import type { AddressRange } from '../../platform/network/address-range.ts'
import { createChainStore, linkedEntries } from '../audit-log/hash-chain/chain.store.ts'
import { isUserInScope, usersWithin } from '../user/list/user-scope.store.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import {
  type LoginLogContent,
  linkLoginLogEntry,
  type StoredLoginLogEntry,
  toEntry,
} from './login-log-columns.ts'
import type { LoginLogTables } from './login-log-tables.ts'
import { LOGIN_PENDING, LOGIN_SUCCEEDED, SECOND_STEP_LIFETIME_MS } from './login-status.ts'
import { createLoginLogInsert } from './writing/login-log-insert.store.ts'

export interface LoginLogFilter {
  /** The whole name, or its beginning and an asterisk. */
  readonly username?: string | undefined
  readonly addresses?: AddressRange | undefined
  readonly status?: string | undefined
  readonly reason?: string | undefined
  /** Only logins from networks from which the user had not logged in before. */
  readonly newNetwork?: boolean | undefined
  /** Of a login in two steps. */
  readonly loginKey?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** What became of the first step of a login. Empty for other entries. */
export type SecondStep = '' | 'waiting' | 'finished' | 'unfinished'

export type ListedLoginLogEntry = StoredLoginLogEntry & { readonly secondStep: SecondStep }

export type LoginLogStore = ReturnType<typeof createLoginLogStore>

export function createLoginLogStore(database: Database, now: () => number = Date.now) {
  const chain = createChainStore(database, 'login_log')
  const reader = createTimeOrderReader<Selectable<LoginLogTables['login_log']>>(
    database,
    'login_log',
    'login_time',
  )

  async function listed(rows: readonly StoredRow[]): Promise<ListedLoginLogEntry[]> {
    const pending = rows.filter(({ status }) => status === LOGIN_PENDING).map(({ login_key }) => login_key)
    const finished = await finishedLogins(pending)
    const stateOf = ({ status, login_key, login_time }: StoredRow): SecondStep => {
      if (status !== LOGIN_PENDING) return ''
      if (finished.has(login_key)) return 'finished'
      return now() - login_time < SECOND_STEP_LIFETIME_MS ? 'waiting' : 'unfinished'
    }
    return rows.map((row) => ({ ...toEntry(row), secondStep: stateOf(row) }))
  }

  async function finishedLogins(keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set()
    const rows = await database
      .selectFrom('login_log')
      .select('login_key')
      .where('login_key', 'in', keys)
      .where('status', '=', LOGIN_SUCCEEDED)
      .execute()
    return new Set(rows.map(({ login_key }) => login_key))
  }

  return {
    /** Inserts entries, all or none. An entry that is stored already is skipped. */
    insertMany: createLoginLogInsert(database),

    async find(scope: UserScope, id: number): Promise<ListedLoginLogEntry | undefined> {
      const row = await database
        .selectFrom('login_log')
        .selectAll()
        .where('id', '=', id)
        .where(isUserInScope(scope, sql.ref('user_id')))
        .executeTakeFirst()
      return row && (await listed([row]))[0]
    },

    async page(
      scope: UserScope,
      filter: LoginLogFilter,
      page: PageRequest,
      order: TimeOrder = 'newest-first',
    ): Promise<Page<ListedLoginLogEntry>> {
      const found = await reader.page(queryOf(scope, filter), page, order, countAll)
      return { ...found, list: await listed(found.list) }
    },

    async *each(scope: UserScope, filter: LoginLogFilter): AsyncGenerator<StoredLoginLogEntry> {
      for await (const row of reader.each(queryOf(scope, filter))) yield toEntry(row)
    },

    ends: chain.ends,

    /** Yields all entries in the order of the hash chain. */
    links: () => linkedEntries(entriesAfter, linkLoginLogEntry),
  }

  function entriesAfter(position: number, limit: number) {
    const entries = database.selectFrom('login_log').selectAll()
    return entries.where('position', '>', position).orderBy('position').limit(limit).execute()
  }

  async function countAll(): Promise<number> {
    const { head, base } = await chain.ends()
    return head.position - base.position - (await countOf(database.selectFrom('login_log_removed')))
  }
}

type StoredRow = LoginLogContent & { readonly id: number }

function queryOf(scope: UserScope, filter: LoginLogFilter): TimeOrderFilter {
  const { username, addresses, loginKey, status, reason, newNetwork, from, to } = filter
  return {
    equals: { login_key: loginKey },
    // The addresses come first: a network usually selects fewer entries than the beginning of a name.
    ranges: { address_key: addresses, username: nameRange(username) },
    // In the order of how few entries they select.
    lowCardinality: { new_network: newNetwork ? 1 : undefined, reason, status },
    anyOf: usersWithin(scope, 'user_id'),
    from,
    to,
  }
}
