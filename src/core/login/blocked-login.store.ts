import { type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import {
  countUpTo,
  emptyPage,
  offsetOf,
  type Page,
  type PageRequest,
} from '../../platform/database/query/page.ts'
import { forUpdate } from '../../platform/database/query/row-locks.ts'
import type { LoginTables } from './login-tables.ts'

/** A username in a network, or a whole network, that has to wait before its next login attempt. */
export interface BlockedLogin {
  readonly id: string
  readonly kind: 'account' | 'network'
  /** As it was sent; `''` if the whole network is blocked. */
  readonly username: string
  readonly network: string
  readonly failures: number
  readonly lastFailure: string
  readonly blockedUntil: string
}

/** More names are blocked only during an attack with many names. */
const MAX_NAMES = 1000

export type BlockedLoginStore = ReturnType<typeof createBlockedLoginStore>

export function createBlockedLoginStore(database: Database) {
  // Blocks of accounts and of second factors have no network and are not shown.
  const blocked = (time: number) =>
    database
      .selectFrom('login_attempts')
      .select(['id', 'username', 'network', 'failures', 'updated_at', 'blocked_until'])
      .where('blocked_until', '>', time)
      .where('network', '!=', '')

  return {
    /** Returns the blocked usernames as they were sent, those with the longest wait first. */
    async names(time: number): Promise<string[]> {
      const rows = await blocked(time)
        .where('username', '!=', '')
        .orderBy('blocked_until', 'desc')
        .limit(MAX_NAMES)
        .execute()
      return [...new Set(rows.map(({ username }) => username))]
    },

    /** Returns a page of blocks, the longest first: all, or those of these usernames. */
    async page(page: PageRequest, time: number, usernames?: readonly string[]): Promise<Page<BlockedLogin>> {
      if (usernames?.length === 0) return emptyPage(page)
      const { pageIndex, pageSize } = page
      const all = blocked(time)
      const rows = await (usernames ? all.where('username', 'in', usernames) : all)
        .orderBy('blocked_until', 'desc')
        .orderBy('id')
        .limit(pageSize)
        .offset(offsetOf(page))
        .execute()
      const counted = await countUpTo(
        database,
        'login_attempts',
        usernames
          ? sql`blocked_until > ${time} and network <> '' and username in (${sql.join(usernames)})`
          : sql`blocked_until > ${time} and network <> ''`,
      )
      return { list: rows.map(blockedLoginOf), ...counted, pageIndex, pageSize }
    },

    /** Locks a block until the transaction ends. */
    async lock(id: string, time: number): Promise<BlockedLogin | undefined> {
      const row = await forUpdate(database, blocked(time).where('id', '=', id)).executeTakeFirst()
      return row && blockedLoginOf(row)
    },

    /**
     * Resets the failure counter of a subject, and those of the accounts that were found by its name. The time of the last
     * success stays.
     */
    async release({ id, username }: Pick<BlockedLogin, 'id' | 'username'>): Promise<void> {
      // Read without a lock: an update by the name would lock all rows on some databases.
      const accounts = await database
        .selectFrom('login_attempts')
        .select('id')
        .where('username', '=', username)
        .where('username', '!=', '')
        .where('network', '=', '')
        .execute()
      await database
        .updateTable('login_attempts')
        .set({ failures: 0, blocked_until: 0, username: '', network: '' })
        .where('id', 'in', [id, ...accounts.map((account) => account.id)])
        .execute()
    },
  }
}

type Row = Omit<Selectable<LoginTables['login_attempts']>, 'succeeded_at'>

function blockedLoginOf({ id, username, network, failures, updated_at, blocked_until }: Row): BlockedLogin {
  return {
    id,
    kind: username === '' ? 'network' : 'account',
    username,
    network,
    failures,
    lastFailure: new Date(updated_at).toISOString(),
    blockedUntil: new Date(blocked_until).toISOString(),
  }
}
