import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import {
  allOf,
  countUpTo,
  emptyPage,
  hidden,
  offsetOf,
  type Page,
  type PageRequest,
  tableWithIndexHint,
} from '../../../platform/database/query/page.ts'
import { isStorable } from '../../../platform/database/query/stored-text.ts'
import { usernameKey } from '../name/username.ts'
import type { User } from '../user.ts'
import { userOf } from '../user-row.store.ts'
import type { UserTables } from '../user-tables.ts'
import type { UserFilter, UserOrder } from './user-order.ts'
import { isInScope } from './user-scope.store.ts'
import type { UserScope } from './user-scope.ts'
import { createUserSearchStore, type FoundUser } from './user-search.store.ts'

export { defaultOrder, isSortable, USER_ORDERS, type UserFilter, type UserOrder } from './user-order.ts'

/** A search finds at most this many users. */
const MAX_FOUND = 10_000

/** An enrolment that is not confirmed does not count. */
const HAS_SECOND_FACTOR = sql`exists (select 1 from second_factors where second_factors.id = users.id and confirmed_at > 0)`

const BY_NAME: UserOrder = { by: 'username', descending: false }

/** Sorts after every character of a name. */
const LAST_CHARACTER = '\u{10FFFF}'

export type UserListStore = ReturnType<typeof createUserListStore>

/**
 * Every query uses an index, so that pages of a million users read only the page and the index entries before it, except a
 * search for a short text, or for any text in a database without the index of trigrams. Such a search reads `user_search` in
 * batches.
 */
export function createUserListStore(database: Database) {
  const search = createUserSearchStore(database)

  async function count(conditions: readonly RawBuilder<unknown>[]) {
    if (conditions.length > 0) return countUpTo(database, 'users', allOf(conditions))
    const { value } = await database
      .selectFrom('counters')
      .select('value')
      .where('id', '=', 'users')
      .executeTakeFirstOrThrow()
    return { count: value }
  }

  /** Returns the users whose names begin with the text, by name, in the form in which a search returns them. */
  async function named(scope: UserScope, beginning: string, filter: UserFilter): Promise<FoundUser[]> {
    const conditions = [...conditionsOf(filter), ...inScope(scope), nameBeginsWith(beginning)]
    const users = tableWithIndexHint(database, 'users', indexFor(filter, BY_NAME))
    const { rows } = await sql<FoundUser>`
      select id as ${sql.ref('userId')}, username_key as name from ${users} where ${allOf(conditions)}
        order by username_key limit ${sql.lit(MAX_FOUND + 1)}`.execute(database)
    return rows
  }

  /**
   * Returns the number of users in a scope if they are so few that they are all read and sorted. If there are many, they are frequent
   * enough to be found in the order of the list.
   */
  async function countFew(scope: UserScope) {
    if (scope.kind !== 'some' || scope.departments.length === 0) return undefined
    const counted = await countUpTo(database, 'users', allOf(inScope(scope, true)))
    return counted.countCapped ? undefined : counted
  }

  async function usersOf(ids: readonly number[]): Promise<User[]> {
    if (ids.length === 0) return []
    const rows = await database.selectFrom('users').selectAll().where('id', 'in', ids).execute()
    const users = new Map(rows.map((row) => [row.id, userOf(row)]))
    return ids.flatMap((id) => users.get(id) ?? [])
  }

  return {
    /**
     * Returns a page of the users that a search finds. Without an order, those whose usernames begin with the text come first,
     * and each part is sorted by username.
     */
    async search(
      scope: UserScope,
      text: string,
      filter: UserFilter,
      order: UserOrder | undefined,
      page: PageRequest,
    ): Promise<Page<User>> {
      const { pageIndex, pageSize } = page
      if (![text, filter.username, filter.email, filter.phone].every(isStorableOrMissing))
        return emptyPage(page)
      const first = await named(scope, text, filter)
      const names = new Set(first.map(({ userId }) => userId))
      const contained = await search.find(text, [...conditionsOf(filter), ...inScope(scope)], MAX_FOUND)
      const others = contained.filter(({ userId }) => !names.has(userId)).toSorted(byName)
      const found = [...first, ...others].slice(0, MAX_FOUND)
      const isCapped = first.length + others.length > MAX_FOUND
      const offset = offsetOf(page)
      const ids = sorted(found, order)
        .slice(offset, offset + pageSize)
        .map(({ userId }) => userId)
      const count = { count: found.length, ...(isCapped ? { countCapped: true as const } : {}) }
      return { list: await usersOf(ids), ...count, pageIndex, pageSize }
    },

    async page(
      scope: UserScope,
      filter: UserFilter,
      order: UserOrder,
      page: PageRequest,
    ): Promise<Page<User>> {
      const { pageIndex, pageSize, after } = page
      if (![filter.username, filter.email, filter.phone, after].every(isStorableOrMissing))
        return emptyPage(page)
      const few = await countFew(scope)
      const sorts = few !== undefined
      const filtered = conditionsOf(filter)
      const conditions = [...filtered, ...inScope(scope, sorts)]
      const name = order.by === 'username' ? 'username_key' : 'id'
      const column = sorts ? hidden(name, order.by === 'username' ? '' : 0) : sql.ref(name)
      const direction = order.descending ? sql`desc` : sql`asc`
      const index = sorts ? 'users_by_department' : indexFor(filter, order)
      const users = tableWithIndexHint(database, 'users', index)
      const beyond = after === undefined ? [] : [beyondKey(order, column, after)]
      const offset = after === undefined ? offsetOf(page) : 0

      const { rows } = await sql<Selectable<UserTables['users']>>`
        select users.* from
          (select id, ${column} as place from ${users} where ${allOf([...conditions, ...beyond])}
            order by ${column} ${direction} limit ${sql.lit(pageSize + 1)} offset ${sql.lit(offset)}) as page
          join users on users.id = page.id
        order by page.place ${direction}`.execute(database)
      const list = rows.slice(0, pageSize)
      const last = list.at(-1)
      const next =
        last && rows.length > pageSize ? String(order.by === 'username' ? last.username_key : last.id) : null
      const counted = few && filtered.length === 0 ? few : await count(conditions)
      return { list: list.map(userOf), ...counted, pageIndex, pageSize, next }
    },
  }
}

/** Returns the condition of a scope, which uses the index of the departments only if their users are few. */
function inScope(scope: UserScope, usesIndex = false): RawBuilder<unknown>[] {
  if (scope.kind === 'all') return []
  return [isInScope(scope, usesIndex ? undefined : hidden('users.dept_id', 0))]
}

/** Returns the index with the users of the filter in this order. */
function indexFor({ email, phone, status, roleId, deptId }: UserFilter, { by }: UserOrder): string {
  if (email) return 'users_by_email'
  if (phone) return 'users_by_phone'
  if (deptId !== undefined) return 'users_by_department'
  const columns = [...(roleId === undefined ? [] : ['role']), ...(status ? ['status'] : [])]
  const byName = by === 'username'
  if (columns.length === 0) return byName ? 'users_username_key_unique' : 'PRIMARY'
  return `users_by_${columns.join('_')}${byName ? '_name' : ''}`
}

function conditionsOf(filter: UserFilter): RawBuilder<unknown>[] {
  const { username, email, phone, status, roleId, deptId, secondFactor } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (roleId !== undefined) conditions.push(sql`role_id = ${roleId}`)
  if (deptId !== undefined) conditions.push(sql`dept_id = ${deptId}`)
  if (status) conditions.push(sql`status = ${status}`)
  if (email) conditions.push(sql`email = ${email}`)
  if (phone) conditions.push(sql`phone = ${phone}`)
  if (username) conditions.push(nameBeginsWith(username))
  if (secondFactor)
    conditions.push(secondFactor === 'set' ? HAS_SECOND_FACTOR : sql`not ${HAS_SECOND_FACTOR}`)
  return conditions
}

function nameBeginsWith(text: string): RawBuilder<unknown> {
  const prefix = usernameKey(text)
  return sql`username_key >= ${prefix} and username_key < ${prefix + LAST_CHARACTER}`
}

function isStorableOrMissing(text: string | undefined): boolean {
  return text === undefined || isStorable(text)
}

function byName(one: FoundUser, other: FoundUser): number {
  if (one.name === other.name) return one.userId - other.userId
  return one.name < other.name ? -1 : 1
}

function sorted(found: readonly FoundUser[], order: UserOrder | undefined): readonly FoundUser[] {
  if (!order) return found
  const ascending = found.toSorted(
    order.by === 'username' ? byName : (one, other) => one.userId - other.userId,
  )
  return order.descending ? ascending.toReversed() : ascending
}

function beyondKey(order: UserOrder, column: RawBuilder<unknown>, after: string): RawBuilder<unknown> {
  const key = order.by === 'username' ? after : Number(after)
  return order.descending ? sql`${column} < ${key}` : sql`${column} > ${key}`
}
