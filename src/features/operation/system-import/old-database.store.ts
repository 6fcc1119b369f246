import { type RawBuilder, sql } from 'kysely'
import {
  type ForeignColumn,
  type ForeignDatabase,
  openForeignDatabase,
  readForeignTables,
} from '../../../platform/database/foreign-database.ts'
import { keysetBatches, ROWS_PER_STATEMENT } from '../../../platform/database/query/batches.ts'

/** A row whose values are texts, so that ids beyond 2^53 stay exact. A column that the table does not have is null. */
export type OldRow<Column extends string = string> = { readonly [Name in Column]: string | null }

/** Which rows are read. */
export interface RowFilter {
  /** Only rows whose column has this value. */
  readonly equals?: readonly (readonly [column: string, value: string])[]
  /** Only rows whose column is one of these whole numbers. */
  readonly among?: readonly [column: string, values: readonly string[]]
}

export type OldDatabase = Awaited<ReturnType<typeof openOldDatabase>>

/** Longer than every number and time. */
const MAX_VALUE_LENGTH = 64
/** Before the first row of a table whose key is a whole number. */
const BEFORE_ALL = '-9223372036854775808'

/** Opens the database of another system, only to read it. */
export async function openOldDatabase(url: string) {
  const { database, close } = await openForeignDatabase(url)
  try {
    return { ...readerOf(database, await readForeignTables(database)), close }
  } catch (error) {
    await close()
    throw error
  }
}

function readerOf(database: ForeignDatabase, tables: ReadonlyMap<string, readonly ForeignColumn[]>) {
  const columnOf = (table: string, name: string) =>
    tables.get(table)?.find((column) => column.name.toLowerCase() === name)

  /** Returns a value as text. Texts are not cast: a cast can add or remove spaces at their end. */
  function selected(table: string, name: string): RawBuilder<unknown> {
    const column = columnOf(table, name)
    if (column === undefined) return sql`null`
    if (column.kind === 'text') return sql.ref(column.name)
    return sql`cast(${sql.ref(column.name)} as char(${sql.lit(MAX_VALUE_LENGTH)}))`
  }

  function conditions({ equals = [], among }: RowFilter): RawBuilder<unknown>[] {
    return [
      ...equals.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      ...(among ? [sql`${sql.ref(among[0])} in (${sql.join(among[1].map(integer))})`] : []),
    ]
  }

  async function select<Column extends string>(
    table: string,
    columns: readonly Column[],
    filter: RowFilter,
    order: RawBuilder<unknown> = sql``,
    after: readonly RawBuilder<unknown>[] = [],
  ): Promise<OldRow<Column>[]> {
    const where = [...conditions(filter), ...after]
    const values = columns.map((name) => sql`${selected(table, name)} as ${sql.ref(name)}`)
    const { rows } = await sql<Record<Column, unknown>>`
      select ${sql.join(values)} from ${sql.table(table)}
      ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`} ${order}`.execute(database)
    return rows.map((row) => textsOf(table, columns, row))
  }

  function textsOf<Column extends string>(
    table: string,
    columns: readonly Column[],
    row: Record<Column, unknown>,
  ): OldRow<Column> {
    const entries = columns.map((name) => {
      const value = row[name]
      if (value === null || value === undefined) return [name, null]
      return [name, columnOf(table, name)?.kind === 'text' ? String(value) : String(value).trimEnd()]
    })
    // Each of the columns has an entry.
    return Object.fromEntries(entries) as OldRow<Column>
  }

  return {
    hasTable: (table: string) => tables.has(table),

    /** Returns the kind of a column, or undefined if there is none. */
    kindOf: (table: string, name: string) => columnOf(table, name)?.kind,

    /** Returns all rows of a small table. */
    async rows<Column extends string>(
      table: string,
      columns: readonly Column[],
      filter: RowFilter = {},
    ): Promise<OldRow<Column>[]> {
      if (!tables.has(table) || filter.among?.[1].length === 0) return []
      return select(table, columns, filter)
    },

    /** Yields the rows of a large table in batches, in the order of their key, a whole number that is one of the columns. */
    batches<Column extends string>(
      table: string,
      key: Column,
      columns: readonly Column[],
      filter: RowFilter = {},
    ): AsyncGenerator<readonly OldRow<Column>[]> {
      // With its table: a key alone would be the text that is selected, and 10 would come before 9.
      const number = sql.ref(`${table}.${key}`)
      const read = (after: string, limit: number) =>
        select(table, columns, filter, sql`order by ${number} limit ${sql.lit(limit)}`, [
          sql`${number} > ${integer(after)}`,
        ])
      return keysetBatches(BEFORE_ALL, ROWS_PER_STATEMENT, read, (row) => row[key] ?? BEFORE_ALL)
    },

    async count(table: string, filter: RowFilter = {}): Promise<number> {
      const where = conditions(filter)
      const { rows } = await sql<{ count: unknown }>`
        select count(*) as ${sql.ref('count')} from ${sql.table(table)}
        ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}`.execute(database)
      return Number(rows[0]?.count ?? 0)
    },
  }
}

/** Not a text, which a database would compare as a number without all of its digits. */
function integer(text: string): bigint {
  return BigInt(text)
}
