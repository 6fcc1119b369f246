import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { dialectOf } from './dialect.ts'

/** Which part of a list is asked for: by its number, or what comes after a key that an earlier page gave. */
export interface PageRequest {
  readonly pageIndex: number
  readonly pageSize: number
  readonly after?: string | undefined
}

/** A part of a list, as the endpoints answer it. */
export interface Page<T> {
  readonly list: readonly T[]
  readonly count: number
  /** There are more than `count`: they were not counted to the end. */
  readonly countCapped?: true
  readonly pageIndex: number
  readonly pageSize: number
  /** Where the next page begins, however far into the list it is; null where this is the last one. */
  readonly next?: string | null
}

export function offsetOf({ pageIndex, pageSize }: PageRequest): number {
  return (pageIndex - 1) * pageSize
}

/** The page that holds nothing, such as of what can't be stored. */
export function emptyPage<T>({ pageIndex, pageSize }: PageRequest): Page<T> {
  return { list: [], count: 0, pageIndex, pageSize, next: null }
}

/** Nobody leafs through more, and counting on would make every page slow. */
const MOST_COUNTED = 10_000

/** How many rows of a table match, counted up to a bound. */
export async function countUpTo(
  database: Database,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<Pick<Page<unknown>, 'count' | 'countCapped'>> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from
      (select 1 as one from ${sql.table(table)} where ${condition} limit ${sql.lit(MOST_COUNTED + 1)}) as matching`.execute(
    database,
  )
  const count = Number(rows[0]?.count ?? 0)
  return count > MOST_COUNTED ? { count: MOST_COUNTED, countCapped: true } : { count }
}

/** All conditions at once; true where there is none. */
export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `)
}

/**
 * A table that is read along an index. MySQL has to be told which: it often takes one that begins like it, and sorts, or
 * does not enter it at the key where a page begins.
 */
export function tableWithIndexHint(database: Database, table: string, index: string): RawBuilder<unknown> {
  const hint = dialectOf(database) === 'mysql' ? sql` force index (${sql.ref(index)})` : sql``
  return sql`${sql.table(table)}${hint}`
}
