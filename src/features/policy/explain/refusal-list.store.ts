import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isUserInScope } from '../../../core/user/list/user-scope.store.ts'
import { onlyUserOf, type UserScope } from '../../../core/user/list/user-scope.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  allOf,
  countUpTo,
  emptyPage,
  offsetOf,
  type Page,
  type PageRequest,
  tableWithIndexHint,
} from '../../../platform/database/query/page.ts'
import { isStorable } from '../../../platform/database/query/stored-text.ts'
import { NOBODY, type StoredRefusal, storedRefusal } from './refusal.store.ts'
import type { GroupOrder } from './refusal-order.ts'
import type { RefusalTables } from './refusal-tables.ts'

/** Which refusals are wanted. What is undefined does not matter. */
export interface RefusalListFilter {
  readonly reason?: string | undefined
  /** Empty for requests without a valid token. */
  readonly roleKey?: string | undefined
  readonly method?: string | undefined
  readonly pattern?: string | undefined
  readonly userId?: number | undefined
  /** From this time on, in milliseconds. */
  readonly from?: number | undefined
  /** Up to and including this time. */
  readonly to?: number | undefined
  /** The users whose refusals the operator may see. Unlike the others, no facet is without this condition. */
  readonly scope: UserScope
}

/** Refusals with the same reason, role, method and route. */
export interface StoredRefusalGroup {
  readonly reason: string
  /** The role in the tokens; empty for requests without a valid token. */
  readonly roleKey: string
  readonly method: string
  readonly pattern: string
  readonly count: number
  readonly users: number
  readonly newest: StoredRefusal
}

export type RefusalGroupPage = Page<StoredRefusalGroup> & { readonly refusals: number }

const MAX_FACET_VALUES = 100
const GROUP = sql`reason, role_key, method, pattern`
const ORDERS = { refusedAt: sql`newest`, count: sql`count`, users: sql`users` } as const

type Row = Selectable<RefusalTables['refusals']>

export type RefusalListStore = ReturnType<typeof createRefusalListStore>

/**
 * Lists refusals one by one and in groups. Groups and facets of all times are read from an index alone; the recorder limits the
 * number of rows.
 */
export function createRefusalListStore(database: Database) {
  async function findByIds(ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
    if (ids.length === 0) return new Map()
    const rows = await database.selectFrom('refusals').selectAll().where('id', 'in', ids).execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Returns the table and the condition of a query. A user has few refusals. */
  function matching(filter: RefusalListFilter): RawBuilder<unknown> {
    const index = isOfUser(filter) ? 'refusals_by_user' : 'refusals_by_group'
    return sql`${tableWithIndexHint(database, 'refusals', index)} where ${conditionOf(filter)}`
  }

  async function mostFrequent<T>(columns: RawBuilder<unknown>, filter: RefusalListFilter) {
    const { rows } = await sql<T & { count: number | string; newest: number | string }>`
      select ${columns}, count(*) as count, max(id) as newest from ${matching(filter)}
        group by ${columns} order by count desc, newest desc limit ${sql.lit(MAX_FACET_VALUES)}`.execute(
      database,
    )
    return rows.map((row) => ({ ...row, count: Number(row.count), newest: Number(row.newest) }))
  }

  return {
    /** Returns refusals, the newest first. */
    async page(filter: RefusalListFilter, page: PageRequest): Promise<Page<StoredRefusal>> {
      if (!canMatch(filter)) return emptyPage(page)
      const { pageIndex, pageSize } = page
      const { reason, roleKey, method, pattern } = filter
      const isOneGroup = [reason, roleKey, method, pattern].every((value) => value !== undefined)
      const index = isOfUser(filter) ? 'refusals_by_user' : isOneGroup ? 'refusals_by_group' : 'PRIMARY'
      const { rows } = await sql<Row>`
        select * from ${tableWithIndexHint(database, 'refusals', index)} where ${conditionOf(filter)}
          order by id desc limit ${sql.lit(pageSize)} offset ${sql.lit(offsetOf(page))}`.execute(database)
      const counted = await countUpTo(database, 'refusals', conditionOf(filter))
      return { list: rows.map(storedRefusal), ...counted, pageIndex, pageSize }
    },

    /** Returns groups of refusals, and the number of refusals in all groups. */
    async groups(
      filter: RefusalListFilter,
      { by, descending }: GroupOrder,
      page: PageRequest,
    ): Promise<RefusalGroupPage> {
      if (!canMatch(filter)) return { ...emptyPage<StoredRefusalGroup>(page), refusals: 0 }
      const { pageIndex, pageSize } = page
      const direction = descending ? sql`desc` : sql`asc`
      const { rows } = await sql<{ newest: number | string; count: number | string; users: number | string }>`
        select max(id) as newest, count(*) as count,
            count(distinct case when user_id = ${sql.lit(NOBODY)} then null else user_id end) as users
          from ${matching(filter)} group by ${GROUP}
          order by ${ORDERS[by]} ${direction}, newest desc
          limit ${sql.lit(pageSize)} offset ${sql.lit(offsetOf(page))}`.execute(database)
      const newest = await findByIds(rows.map((row) => Number(row.newest)))
      const list = rows.flatMap((row): StoredRefusalGroup[] => {
        const refusal = newest.get(Number(row.newest))
        // Absent if it has been deleted since.
        if (!refusal) return []
        const { reason, role_key: roleKey, method, pattern } = refusal
        const counts = { count: Number(row.count), users: Number(row.users) }
        return [{ reason, roleKey, method, pattern, ...counts, newest: storedRefusal(refusal) }]
      })
      const { rows: totals } = await sql<{ count: number | string; refusals: number | string | null }>`
        select count(*) as count, sum(number) as refusals from
          (select count(*) as number from ${matching(filter)} group by ${GROUP}) as groups_of_refusals`.execute(
        database,
      )
      const [total] = totals
      return {
        list,
        count: Number(total?.count ?? 0),
        refusals: Number(total?.refusals ?? 0),
        pageIndex,
        pageSize,
      }
    },

    /** Returns the most frequent values of each field, among the refusals that match the filters of the other fields. */
    async facets(filter: RefusalListFilter) {
      if (!canMatch(filter)) return { roles: [], routes: [], reasons: [], users: [] }
      const without = (...fields: (keyof RefusalListFilter)[]): RefusalListFilter => ({
        ...filter,
        ...Object.fromEntries(fields.map((field) => [field, undefined])),
      })
      const roles = await mostFrequent<{ role_key: string }>(sql`role_key`, without('roleKey'))
      const reasons = await mostFrequent<{ reason: string }>(sql`reason`, without('reason'))
      const routes = await mostFrequent<{ method: string; pattern: string }>(
        sql`method, pattern`,
        without('method', 'pattern'),
      )
      const users = await mostFrequent<{ user_id: number }>(sql`user_id`, without('userId'))
      const newest = await findByIds(users.map((user) => user.newest))
      return {
        roles: roles.map(({ role_key, count }) => ({ value: role_key, count })),
        routes: routes.map(({ method, pattern, count }) => ({ method, pattern, count })),
        reasons: reasons.map(({ reason, count }) => ({ value: reason, count })),
        users: users
          .filter(({ user_id }) => Number(user_id) !== NOBODY)
          .map(({ user_id, count, newest: id }) => ({
            userId: Number(user_id),
            username: newest.get(id)?.username ?? '',
            count,
          })),
      }
    },
  }
}

function isOfUser({ userId, scope }: RefusalListFilter): boolean {
  return userId !== undefined || onlyUserOf(scope) !== undefined
}

function conditionOf({ reason, roleKey, method, pattern, userId, from, to, scope }: RefusalListFilter) {
  const conditions: RawBuilder<unknown>[] = []
  if (reason !== undefined) conditions.push(sql`reason = ${reason}`)
  if (roleKey !== undefined) conditions.push(sql`role_key = ${roleKey}`)
  if (method !== undefined) conditions.push(sql`method = ${method}`)
  if (pattern !== undefined) conditions.push(sql`pattern = ${pattern}`)
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`)
  if (from !== undefined) conditions.push(sql`refused_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`refused_at <= ${to}`)
  if (scope.kind !== 'all') conditions.push(isUserInScope(scope, sql.ref('user_id')))
  return allOf(conditions)
}

/** Returns whether a column can have the values of the filter. */
function canMatch({ reason = '', roleKey = '', method = '', pattern = '' }: RefusalListFilter): boolean {
  return [reason, roleKey, method, pattern].every(isStorable)
}
