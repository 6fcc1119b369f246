import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../kysely.ts'
import { keysetBatches } from './batches.ts'
import {
  allOf,
  countUpTo,
  emptyPage,
  hidden,
  offsetOf,
  type Page,
  type PageRequest,
  type TimeOrder,
  tableWithIndexHint,
} from './page.ts'
import { isStorable } from './stored-text.ts'

type Columns = Readonly<Record<string, string | number | undefined>>

/** Texts from the first to the last one, in the order of their bytes. */
interface TextRange {
  readonly first: string
  readonly last: string
}

type Ranges = Readonly<Record<string, TextRange | undefined>>

/** The rows that are requested. */
export interface TimeOrderFilter {
  /** Columns with their required values. Each has an index that is sorted by time. */
  readonly equals?: Columns
  /** Columns with ranges of values. Each has an index that is sorted by time, which is used for a range of one value. */
  readonly ranges?: Ranges
  /** The same as `equals` for columns with few distinct values, whose index is used only if no other filter is given. */
  readonly lowCardinality?: Columns
  /** Conditions of which one must hold. They are treated like ranges: each column has an index that is sorted by time. */
  readonly anyOf?: readonly ColumnCondition[]
  /** A condition that nearly all rows fulfil. */
  readonly usual?: RawBuilder<unknown>
  /** From this time on, in milliseconds. */
  readonly from?: number | undefined
  /** Up to and including this time. */
  readonly to?: number | undefined
}

/** Returns a condition of a column with numbers or texts, for the column itself or an expression with the same value. */
export type ColumnCondition = (
  columnOf: (name: string, unused: '' | 0) => RawBuilder<unknown>,
) => RawBuilder<unknown>

interface Key {
  readonly time: number
  readonly id: number
}

interface Condition {
  /** The condition of the columns, for which the database can use their indexes. */
  readonly indexed: RawBuilder<unknown>
  /** The same condition, for which it cannot. */
  readonly filtering: RawBuilder<unknown>
  /** The conditions of which it consists if one of several must hold. */
  readonly anyOf?: readonly RawBuilder<unknown>[]
}

/** How the rows of a filter are found. */
interface Plan {
  readonly conditions: readonly RawBuilder<unknown>[]
  /** Named for a database that would not choose it. */
  readonly index?: string
  /** Whether all matching rows are sorted. Otherwise an index has their order. */
  readonly sorts: boolean
  /** Known if it was needed for the plan. */
  readonly counted?: Counted
}

type Counted = Pick<Page<unknown>, 'count' | 'countCapped'>

/** Small, so that most rows are garbage before V8 moves them to the old generation of its heap. */
const ROWS_PER_BATCH = 200
/** No character of a text is greater. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Returns the range of the texts that begin with a text. */
export function beginningWith(text: string): TextRange {
  return { first: text, last: text + LAST_CHARACTER }
}

/** How names are filtered, for the descriptions of parameters. */
export const NAME_FILTER_HELP =
  'The whole name, or its beginning and an asterisk (`ali*`). `ali\\*` is the whole name `ali*`. Upper and lower case differ.'

/**
 * Returns the texts that a name selects: the name itself, or those that begin with it if it ends with an asterisk. A
 * backslash before the asterisk makes it a part of the name.
 */
export function nameRange(name: string | undefined): TextRange | undefined {
  if (!name || name === '*') return undefined
  if (name.endsWith('\\*')) return nameItself(`${name.slice(0, -2)}*`)
  return name.endsWith('*') ? beginningWith(name.slice(0, -1)) : nameItself(name)
}

function nameItself(name: string): TextRange {
  return { first: name, last: name }
}

/**
 * Creates a reader of a table that is sorted by time, with keyset pagination: by its cursor, the last page is as fast as the
 * first.
 */
export function createTimeOrderReader<Row extends { readonly id: number }>(
  database: Database,
  table: string,
  timeColumn: string,
) {
  const time = sql.ref(timeColumn)

  /** Reads only the index up to the page, and whole rows for the page itself. */
  async function rowsOf(plan: Plan, order: TimeOrder, from: Key | number, limit: number): Promise<Row[]> {
    const place = plan.sorts ? hidden(timeColumn, 0) : time
    const [beyondKey, offset] = typeof from === 'number' ? [[], from] : [[beyond(from, order, place)], 0]
    const direction = order === 'newest-first' ? sql`desc` : sql`asc`
    const conditions = [...plan.conditions, ...beyondKey]
    const source = plan.index ? tableWithIndexHint(database, table, plan.index) : sql.table(table)
    const { rows } = await sql<Row>`
      select entries.* from
        (select id, ${time} as place from ${source} where ${allOf(conditions)}
          order by ${place} ${direction}, id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as page
        join ${sql.table(table)} as entries on entries.id = page.id
      order by page.place ${direction}, page.id ${direction}`.execute(database)
    return rows
  }

  /**
   * An index by a range is not sorted by time. If few rows match, they are sorted. If many match, they are frequent enough to
   * be found in the order of time. If the other filters select few rows, these are all read.
   */
  async function planOf(filter: TimeOrderFilter): Promise<Plan> {
    const selected = rangeConditions(filter.ranges ?? {})
    const anyOf = filter.anyOf && filter.anyOf.length > 0 ? [oneOf(table, filter.anyOf)] : []
    const ranges: Condition[] = [...selected.filter(({ isOneValue }) => !isOneValue), ...anyOf]
    const equals = [...equalities(filter.equals ?? {}), ...selected.filter(({ isOneValue }) => isOneValue)]
    const lowCardinality = equalities(filter.lowCardinality ?? {})
    const usual = filter.usual ? [filter.usual] : []
    const period = periodOf(filter, time)
    const byIndex = (used: readonly Condition[], others: readonly Condition[], inPeriod = period) => [
      ...used.map(({ indexed }) => indexed),
      ...others.map(({ filtering }) => filtering),
      ...inPeriod,
      ...usual,
    ]
    if (equals.length > 0)
      return { conditions: byIndex(equals, [...ranges, ...lowCardinality]), sorts: false }
    const [frequent, ...others] = lowCardinality
    const byTime = byIndex(frequent ? [frequent] : [], [...ranges, ...others])
    const [range, ...otherRanges] = ranges
    if (!range) return { conditions: byTime, sorts: false }
    const withoutRanges = [...(frequent ? [frequent.indexed] : []), ...period]
    if (withoutRanges.length > 0 && !(await areMany(withoutRanges)))
      return { conditions: byTime, sorts: false }
    const inOrder = { conditions: byTime, sorts: false, ...(frequent ? {} : { index: `${table}_by_time` }) }
    const hiddenPeriod = periodOf(filter, hidden(timeColumn, 0))
    const byRange = byIndex([range], [...otherRanges, ...lowCardinality], hiddenPeriod)
    for (const one of range.anyOf ?? []) {
      const some = await countUpTo(database, table, one)
      if (some.countCapped) return byRange.length === 1 ? { ...inOrder, counted: some } : inOrder
    }
    const counted = await countUpTo(database, table, allOf(byRange))
    if (!counted.countCapped) return { conditions: byRange, sorts: true, counted }
    return { ...inOrder, counted }
  }

  async function areMany(conditions: readonly RawBuilder<unknown>[]): Promise<boolean> {
    return (await countUpTo(database, table, allOf(conditions))).countCapped === true
  }

  function periodOf({ from, to }: TimeOrderFilter, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
    const start = from === undefined ? [] : [sql`${column} >= ${from}`]
    const end = to === undefined ? [] : [sql`${column} <= ${to}`]
    return [...start, ...end]
  }

  /** The first condition is redundant, but not every database uses the index for the second one alone. */
  function beyond(key: Key, order: TimeOrder, place: RawBuilder<unknown>): RawBuilder<unknown> {
    if (order === 'oldest-first')
      return sql`${place} >= ${key.time} and (${place} > ${key.time} or id > ${key.id})`
    return sql`${place} <= ${key.time} and (${place} < ${key.time} or id < ${key.id})`
  }

  function keyOf(row: Row): Key {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return { time: Number(values[timeColumn]), id: Number(values.id) }
  }

  return {
    /** `countAll` returns the number of all rows without counting them. */
    async page(
      filter: TimeOrderFilter,
      page: PageRequest,
      order: TimeOrder,
      countAll?: () => Promise<number>,
    ): Promise<Page<Row>> {
      const { pageIndex, pageSize, after } = page
      if (!isSearchable(filter)) return emptyPage(page)
      const from = after === undefined ? offsetOf(page) : readKey(after)
      const plan = await planOf(filter)
      const rows = await rowsOf(plan, order, from, pageSize + 1)
      const counted =
        plan.conditions.length === 0 && countAll
          ? { count: await countAll() }
          : (plan.counted ?? (await countUpTo(database, table, allOf(plan.conditions))))
      const list = rows.slice(0, pageSize)
      const last = list.at(-1)
      const next = last && rows.length > pageSize ? writeKey(keyOf(last)) : null
      return { list, ...counted, pageIndex, pageSize, next }
    },

    /** Reads all rows in batches of limited size. */
    async *each(filter: TimeOrderFilter): AsyncGenerator<Row> {
      if (!isSearchable(filter)) return
      const plan = await planOf(filter)
      const read = (from: Key | number, limit: number) => rowsOf(plan, 'newest-first', from, limit)
      for await (const rows of keysetBatches(0, ROWS_PER_BATCH, read, keyOf)) yield* rows
    },
  }
}

function equalities(columns: Columns): Condition[] {
  return Object.entries(columns).flatMap(([column, value]) =>
    value === undefined || value === ''
      ? []
      : [conditionOf((columnOf) => sql`${columnOf(column, typeof value === 'number' ? 0 : '')} = ${value}`)],
  )
}

function conditionOf(holds: ColumnCondition): Condition {
  return { indexed: holds((name) => sql.ref(name)), filtering: holds(hidden) }
}

/** Each condition is a query of its own, with its own index: for `or`, MySQL and MariaDB scan the table. */
function oneOf(table: string, anyOf: readonly ColumnCondition[]): Condition {
  const conditions = anyOf.map(conditionOf)
  const [first] = conditions
  if (first && conditions.length === 1) return first
  const indexed = conditions.map((one) => one.indexed)
  const found = indexed.map((one) => sql`select id from ${sql.table(table)} where ${one}`)
  const filtering = sql.join(
    conditions.map((one) => one.filtering),
    sql` or `,
  )
  return {
    indexed: sql`id in (select id from (${sql.join(found, sql` union `)}) as found)`,
    filtering: sql`(${filtering})`,
    anyOf: indexed,
  }
}

function rangeConditions(ranges: Ranges): (Condition & { readonly isOneValue: boolean })[] {
  return Object.entries(ranges).flatMap(([column, range]) => {
    if (!range) return []
    const { first, last } = range
    const isOneValue = first === last
    const condition = conditionOf((columnOf) => {
      const side = columnOf(column, '')
      return isOneValue ? sql`${side} = ${first}` : sql`${side} >= ${first} and ${side} <= ${last}`
    })
    return [{ ...condition, isOneValue }]
  })
}

function isSearchable({ equals = {}, ranges = {}, lowCardinality = {} }: TimeOrderFilter): boolean {
  const firsts = Object.values(ranges).map((range) => range?.first)
  const values = [...Object.values(equals), ...firsts, ...Object.values(lowCardinality)]
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
