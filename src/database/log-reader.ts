import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from './database.ts'
import { allOf, countUpTo, emptyPage, offsetOf, type Page, type PageRequest } from './page.ts'
import { isStorable } from './stored-text.ts'
import type { Tables } from './tables.ts'

type LogTable = 'login_log' | 'audit_log'

/** Which entries of a log are asked for. */
export interface LogFilter {
  /** Columns and what they must be. Each has an index that is sorted by time. */
  readonly equals: Readonly<Record<string, string | number | undefined>>
  /** In milliseconds: from this time on. */
  readonly from?: number | undefined
  /** Up to and including this time. */
  readonly to?: number | undefined
}

interface Key {
  readonly time: number
  readonly id: number
}

const ROWS_AT_ONCE = 1000

/** Reads a log, the newest first, by indexes alone: the last page is as fast as the first one, by its key. */
export function createLogReader<Name extends LogTable>(database: Database, table: Name, timeColumn: string) {
  type Row = Selectable<Tables[Name]>
  const time = sql.ref(timeColumn)

  async function rowsAfter(filter: LogFilter, key: Key | undefined, limit: number): Promise<Row[]> {
    const conditions = [...conditionsOf(filter), ...(key ? [beyond(key)] : [])]
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${allOf(conditions)}
      order by ${time} desc, id desc limit ${sql.lit(limit)}`.execute(database)
    return rows
  }

  /** Only the index is walked up to the page; whole rows are read for the page alone. */
  async function rowsFrom(filter: LogFilter, offset: number, limit: number): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select entries.* from
        (select id from ${sql.table(table)} where ${allOf(conditionsOf(filter))}
          order by ${time} desc, id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page
        join ${sql.table(table)} as entries on entries.id = page.id
      order by ${sql.ref(`entries.${timeColumn}`)} desc, entries.id desc`.execute(database)
    return rows
  }

  function conditionsOf(filter: LogFilter): RawBuilder<unknown>[] {
    const conditions = Object.entries(filter.equals).flatMap(([column, value]) =>
      isGiven(value) ? [sql`${sql.ref(column)} = ${value}`] : [],
    )
    if (filter.from !== undefined) conditions.push(sql`${time} >= ${filter.from}`)
    if (filter.to !== undefined) conditions.push(sql`${time} <= ${filter.to}`)
    return conditions
  }

  /** Said twice, since not every database finds its way into the index by the second half. */
  function beyond(key: Key): RawBuilder<unknown> {
    return sql`${time} <= ${key.time} and (${time} < ${key.time} or id < ${key.id})`
  }

  function keyOf(row: Row): Key {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return { time: Number(values[timeColumn]), id: Number(values.id) }
  }

  return {
    /** `countAll` tells how many entries there are, without counting. */
    async page(filter: LogFilter, page: PageRequest, countAll: () => Promise<number>): Promise<Page<Row>> {
      const { pageIndex, pageSize, after } = page
      if (!Object.values(filter.equals).every(isSearchable)) return emptyPage(page)
      const key = after === undefined ? undefined : readKey(after)
      const rows = key
        ? await rowsAfter(filter, key, pageSize + 1)
        : await rowsFrom(filter, offsetOf(page), pageSize + 1)
      const conditions = conditionsOf(filter)
      const counted =
        conditions.length === 0
          ? { count: await countAll() }
          : await countUpTo(database, table, allOf(conditions))
      const list = rows.slice(0, pageSize)
      const last = list.at(-1)
      const next = last && rows.length > pageSize ? writeKey(keyOf(last)) : null
      return { list, ...counted, pageIndex, pageSize, next }
    },

    /** All of them, a bounded number in memory at a time. */
    async *each(filter: LogFilter): AsyncGenerator<Row> {
      if (!Object.values(filter.equals).every(isSearchable)) return
      let key: Key | undefined
      for (;;) {
        const rows = await rowsAfter(filter, key, ROWS_AT_ONCE)
        yield* rows
        const last = rows.at(-1)
        if (!last || rows.length < ROWS_AT_ONCE) return
        key = keyOf(last)
        // An embedded database answers without leaving the turn; requests must get theirs.
        await nextTurn()
      }
    },
  }
}

function isGiven(value: string | number | undefined): value is string | number {
  return value !== undefined && value !== ''
}

function isSearchable(value: string | number | undefined): boolean {
  return typeof value !== 'string' || isStorable(value)
}

/** How a key is written in a request. */
export const KEY_PATTERN = '^\\d{1,15}-\\d{1,15}$'

function writeKey({ time, id }: Key): string {
  return `${time}-${id}`
}

function readKey(text: string): Key {
  const [time, id] = text.split('-').map(Number)
  return { time: time ?? 0, id: id ?? 0 }
}
