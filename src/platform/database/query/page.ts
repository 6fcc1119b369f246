import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { engineOf } from '../engines.ts'
import type { Database } from '../kysely.ts'

/** The part of a list that is requested: by its number, or after the cursor of an earlier page. */
export interface PageRequest {
  readonly pageIndex: number
  readonly pageSize: number
  readonly after?: string | undefined
  /** The number of rows to skip, instead of the pages before `pageIndex`. */
  readonly offset?: number | undefined
}

/** The order of lists that are sorted by time. */
export type TimeOrder = 'newest-first' | 'oldest-first'

/** A part of a list, as the endpoints return it. */
export interface Page<T> {
  readonly list: readonly T[]
  readonly count: number
  /** Present if there are more rows than `count`: counting stopped there. */
  readonly countCapped?: true
  readonly pageIndex: number
  readonly pageSize: number
  /** The cursor of the next page; null if this is the last one. */
  readonly next?: string | null
}

export function offsetOf({ pageIndex, pageSize, offset }: PageRequest): number {
  return offset ?? (pageIndex - 1) * pageSize
}

/** Returns a page without rows, for a filter that no stored value can match. */
export function emptyPage<T>({ pageIndex, pageSize }: PageRequest): Page<T> {
  return { list: [], count: 0, pageIndex, pageSize, next: null }
}

/** Returns the number of rows of a query without columns, groups and a limit. */
export async function countOf<Tables, From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
  const counted = query.select(sql`count(*)`.as('count')).$castTo<{ readonly count: unknown }>()
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** Returns whether a query finds a row. */
export async function hasRows<Tables, From extends keyof Tables>(
  query: SelectQueryBuilder<Tables, From, object>,
): Promise<boolean> {
  return (await query.select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined
}

/** Returns a page of the rows of a query, and the number of all of them. `sorted` is the query with its columns and its order. */
export async function readPage<Tables, From extends keyof Tables, Row>(
  matching: SelectQueryBuilder<Tables, From, object>,
  sorted: SelectQueryBuilder<Tables, From, Row>,
  page: PageRequest,
) {
  const { pageIndex, pageSize } = page
  const count = await countOf(matching)
  const list = await sorted.limit(pageSize).offset(offsetOf(page)).execute()
  return { list, count, pageIndex, pageSize }
}

/** Counting more rows would make every page slow. */
const MAX_COUNTED = 10_000

/** Counts the matching rows of a table, up to a limit. */
export async function countUpTo(
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<Pick<Page<unknown>, 'count' | 'countCapped'>> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from
      (select 1 as one from ${sql.table(table)} where ${condition} limit ${sql.lit(MAX_COUNTED + 1)}) as matching`.execute(
    database,
  )
  const count = Number(rows[0]?.count ?? 0)
  return count > MAX_COUNTED ? { count: MAX_COUNTED, countCapped: true } : { count }
}

/** Joins conditions with `and`. Without conditions, the result is always true. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)
}

/** Returns an expression instead of a column. It keeps the database from using an index that selects nearly every row. */
export function hidden(column: string, unused: '' | 0): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(column)}, ${sql.lit(unused)})`
}

/**
 * Returns a table reference that makes MySQL use an index. Without the hint, MySQL often chooses another index and sorts,
 * or does not start reading at the cursor.
 */
export function tableWithIndexHint(database: Database, table: string, index: string): RawBuilder<unknown> {
  return sql`${sql.table(table)}${engineOf(database).sql.indexHint(index)}`
}
