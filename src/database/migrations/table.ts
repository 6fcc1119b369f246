import { type CreateTableBuilder, sql } from 'kysely'
import type { MigrationContext } from '../migration.ts'

/** A text of at most so many characters. */
export interface Text {
  readonly characters: number
}

/** A text of any length. */
export const LONG_TEXT = 'long text'

/** `integer` has 64 bits; `id` is one that the database gives, never the same twice. */
export type Column = 'id' | 'integer' | typeof LONG_TEXT | Text

export interface TableOptions {
  /** The column `id`, where it is not said. */
  readonly primaryKey?: string
  /** The name of each key and its columns. */
  readonly unique?: Readonly<Record<string, readonly string[]>>
  readonly defaults?: Readonly<Record<string, number>>
  /** Each column and the table whose `id` it holds. */
  readonly references?: Readonly<Record<string, string>>
}

export function text(characters: number): Text {
  return { characters }
}

/** Makes a table alike on every database, unless it is there. */
export async function createTable(
  context: MigrationContext,
  name: string,
  columns: Readonly<Record<string, Column>>,
  options: TableOptions = {},
): Promise<void> {
  let builder: CreateTableBuilder<string, string> = context.database.schema.createTable(name).ifNotExists()
  for (const [column, type] of Object.entries(columns)) {
    builder = withColumn(builder, context, column, type, options)
  }
  for (const [key, names] of Object.entries(options.unique ?? {})) {
    builder = builder.addUniqueConstraint(key, [...names])
  }
  for (const [column, target] of Object.entries(options.references ?? {})) {
    // As a constraint of the table: MySQL reads one that is written at the column, and forgets it.
    builder = builder.addForeignKeyConstraint(`${name}_${column}_exists`, [column], target, ['id'])
  }
  if (context.dialect === 'mysql') builder = builder.modifyEnd(mysqlTable(context))
  await builder.execute()
}

function mysqlTable({ collation }: MigrationContext) {
  return sql`engine = InnoDB default character set utf8mb4 collate ${sql.raw(collation)}`
}

function withColumn(
  builder: CreateTableBuilder<string, string>,
  { dialect }: MigrationContext,
  name: string,
  type: Column,
  { primaryKey = 'id', defaults = {} }: TableOptions,
) {
  return builder.addColumn(name, sqlType(dialect, type), (column) => {
    let next = column.notNull()
    if (name === primaryKey) next = next.primaryKey()
    if (type === 'id')
      next = dialect === 'postgres' ? next.generatedByDefaultAsIdentity() : next.autoIncrement()
    const value = defaults[name]
    if (value !== undefined) next = next.defaultTo(value)
    // MySQL has the bound in the type; there too, what is longer is refused.
    if (typeof type === 'object' && dialect !== 'mysql') {
      next = next.check(sql`length(${sql.ref(name)}) <= ${sql.lit(type.characters)}`)
    }
    return next
  })
}

function sqlType(dialect: MigrationContext['dialect'], type: Column) {
  if (type === 'id' || type === 'integer') return dialect === 'sqlite' ? 'integer' : 'bigint'
  if (dialect === 'mysql') return sql.raw(type === LONG_TEXT ? 'longtext' : `varchar(${type.characters})`)
  // Sorted by their bytes, as on the others, whatever language the database was made for.
  return dialect === 'postgres' ? sql`text collate "C"` : 'text'
}

/** Adds a column, unless it is there: a number with this value in the rows that there are, or an empty text. */
export async function addColumn(
  context: MigrationContext,
  table: string,
  name: string,
  type: number | Text,
): Promise<void> {
  const { database, dialect } = context
  if (dialect === 'mysql' && (await mysqlHas(context, 'columns', table, 'column_name', name))) return
  const column = sqlType(dialect, typeof type === 'number' ? 'integer' : type)
  await database.schema
    .alterTable(table)
    .addColumn(name, column, (definition) =>
      definition.notNull().defaultTo(typeof type === 'number' ? type : ''),
    )
    .execute()
}

/** Makes an index, unless it is there. */
export async function createIndex(
  context: MigrationContext,
  name: string,
  table: string,
  columns: readonly string[],
  { unique = false }: { readonly unique?: boolean } = {},
): Promise<void> {
  const { database, dialect } = context
  let index = database.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
  if (unique) index = index.unique()
  if (dialect !== 'mysql') return index.ifNotExists().execute()
  // MySQL has no "if not exists" here.
  if (!(await mysqlHas(context, 'statistics', table, 'index_name', name))) await index.execute()
}

/** Drops an index, where it is there. */
export async function dropIndex(context: MigrationContext, name: string, table: string): Promise<void> {
  const { database, dialect } = context
  if (dialect !== 'mysql') return database.schema.dropIndex(name).ifExists().execute()
  if (await mysqlHas(context, 'statistics', table, 'index_name', name))
    await database.schema.dropIndex(name).on(table).execute()
}

async function mysqlHas(
  { database }: MigrationContext,
  what: 'columns' | 'statistics',
  table: string,
  column: 'column_name' | 'index_name',
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(`information_schema.${what}`)}
    where table_schema = database() and table_name = ${table} and ${sql.ref(column)} = ${name}`.execute(
    database,
  )
  return rows.length > 0
}
