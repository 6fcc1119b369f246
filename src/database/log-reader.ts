import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from './kysely.ts'
import { allOf, countUpTo, emptyPage, offsetOf, type Page, type PageRequest, type TimeOrder } from './page.ts'
import { isStorable } from './stored-text.ts'
import type { Tables } from './tables.ts'

type LogTable = 'login_log' | 'audit_log'

type Columns = Readonly<Record<string, string | number | undefined>>

/** The entries of a log that are requested. */
interface LogFilter {
  /** Columns with their required values. Each has an index that is sorted by time. */
  readonly equals: Columns
  /** The same for columns with few distinct values, whose index is used only if no other filter is given. */
  readonly lowCardinality: Columns
  /** From this time on, in milliseconds. */
  readonly from?: number | undefined
  /** Up to and including this time. */
  readonly to?: number | undefined
}

interface Key {
  readonly time: number
  readonly id: number
}

const ROWS_PER_BATCH = 1000

/** Creates a reader of a log, sorted by time, with keyset pagination: by its cursor, the last page is as fast as the first. */
export function createLogReader<Name extends LogTable>(database: Database, table: Name, timeColumn: string) {
  type Row = Selectable<Tables[Name]>
  const time = sql.ref(timeColumn)

  /** Reads only the index up to the page, and whole rows for the page itself. */
  async function rowsOf(
    filter: LogFilter,
    order: TimeOrder,
    from: Key | number,
    limit: number,
  ): Promise<Row[]> {
    const [beyondKey, offset] = typeof from === 'number' ? [[], from] : [[beyond(from, order)], 0]
    const direction = order === 'newest-first' ? sql`desc` : sql`asc`
    const conditions = [...conditionsOf(filter), ...beyondKey]
    const { rows } = await sql<Row>`
      select entries.* from
        (select id, ${time} as place from ${sql.table(table)} where ${allOf(conditions)}
          order by ${time} ${direction}, id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page
        join ${sql.table(table)} as entries on entries.id = page.id
      order by page.place ${direction}, page.id ${direction}`.execute(database)
    return rows
  }

  function conditionsOf(filter: LogFilter): RawBuilder<unknown>[] {
    const conditions = given(filter.equals).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    for (const [column, value] of given(filter.lowCardinality)) {
      // An expression instead of the column keeps the database from using an index that selects nearly every entry.
      const side = conditions.length === 0 ? sql.ref(column) : sql`coalesce(${sql.ref(column)}, '')`
      conditions.push(sql`${side} = ${value}`)
    }
    if (filter.from !== undefined) conditions.push(sql`${time} >= ${filter.from}`)
    if (filter.to !== undefined) conditions.push(sql`${time} <= ${filter.to}`)
    return conditions
  }

  /** The first condition is redundant, but not every database uses the index for the second one alone. */
  function beyond(key: Key, order: TimeOrder): RawBuilder<unknown> {
    if (order === 'oldest-first')
      return sql`${time} >= ${key.time} and (${time} > ${key.time} or id > ${key.id})`
    return sql`${time} <= ${key.time} and (${time} < ${key.time} or id < ${key.id})`
  }

  function keyOf(row: Row): Key {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return { time: Number(values[timeColumn]), id: Number(values.id) }
  }

  return {
    /** `countAll` returns the number of all entries without counting them. */
    async page(
      filter: LogFilter,
      page: PageRequest,
      order: TimeOrder,
      countAll: () => Promise<number>,
    ): Promise<Page<Row>> {
      const { pageIndex, pageSize, after } = page
      if (!isSearchable(filter)) return emptyPage(page)
      const from = after === undefined ? offsetOf(page) : readKey(after)
      const rows = await rowsOf(filter, order, from, pageSize + 1)
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

    /** Reads all entries in batches of limited size. */
    async *each(filter: LogFilter): AsyncGenerator<Row> {
      if (!isSearchable(filter)) return
      let from: Key | number = 0
      for (;;) {
        const rows: Row[] = await rowsOf(filter, 'newest-first', from, ROWS_PER_BATCH)
        yield* rows
        const last = rows.at(-1)
        if (!last || rows.length < ROWS_PER_BATCH) return
        from = keyOf(last)
        // An embedded database blocks the event loop: other requests are handled between two batches.
        await setImmediate()
      }
    },
  }
}

function given(columns: Columns): [column: string, value: string | number][] {
  return Object.entries(columns).flatMap(([column, value]) =>
    value === undefined || value === '' ? [] : [[column, value]],
  )
}

function isSearchable({ equals, lowCardinality }: LogFilter): boolean {
  const values = [...Object.values(equals), ...Object.values(lowCardinality)]
  return values.every((value) => typeof value !== 'string' || isStorable(value))
}

/** The format of a cursor in a request. */
export const CURSOR_PATTERN = '^\\d{1,15}-\\d{1,15}$'

function writeKey({ time, id }: Key): string {
  return `${time}-${id}`
}

function readKey(text: string): Key {
  const [time, id] = text.split('-').map(Number)
  return { time: time ?? 0, id: id ?? 0 }
}
