import { type CreateTableBuilder, sql } from 'kysely'
import type { MigrationContext } from './context.ts'
import {
  type Column,
  type DeclaredTable,
  type DeclaredTables,
  LONG_TEXT,
  type TableOptions,
} from './table.ts'

type TableBuilder = CreateTableBuilder<string, string>

/** How much of each text is in an index of long texts on MySQL. */
const PREFIX_CHARACTERS = 255

/** Creates tables in the order of their declarations, with their indexes, unless they exist. */
export async function createTables(context: MigrationContext, tables: DeclaredTables): Promise<void> {
  for (const [name, table] of Object.entries(tables)) await createTable(context, name, table)
}

/** Creates a table with the same columns on every database, and its indexes, unless they exist. */
export async function createTable(
  context: MigrationContext,
  name: string,
  { columns, ...options }: DeclaredTable,
): Promise<void> {
  let builder: TableBuilder = context.database.schema.createTable(name).ifNotExists()
  for (const [column, type] of Object.entries(columns)) {
    builder = withColumn(builder, context, column, type, options)
  }
  builder = withKeys(builder, context, options)
  for (const [column, target] of Object.entries(options.references ?? {})) {
    // A constraint of the table: MySQL ignores one that is declared at the column.
    builder = builder.addForeignKeyConstraint(`${name}_${column}_exists`, [column], target, ['id'])
  }
  if (context.dialect === 'mysql') {
    builder = builder.modifyEnd(
      sql`engine = InnoDB default character set utf8mb4 collate ${sql.raw(context.collation)}`,
    )
  }
  await builder.execute()
  for (const [index, names] of Object.entries(options.indexes ?? {})) {
    await createIndex(context, index, name, names)
  }
  await createFurtherIndexes(context, name, { columns, ...options })
}

function withColumn(
  builder: TableBuilder,
  { dialect }: MigrationContext,
  name: string,
  type: Column,
  { primaryKey = 'id', defaults = {} }: TableOptions,
): TableBuilder {
  return builder.addColumn(name, sqlType(dialect, type), (column) => {
    let next = column.notNull()
    if (name === primaryKey) next = next.primaryKey()
    if (type === 'id')
      next = dialect === 'postgres' ? next.generatedByDefaultAsIdentity() : next.autoIncrement()
    const value = defaults[name]
    if (value !== undefined) return next.defaultTo(value)
    // On MySQL the type limits the length.
    if (typeof type === 'object' && dialect !== 'mysql') {
      next = next.check(sql`length(${sql.ref(name)}) <= ${sql.lit(type.characters)}`)
    }
    return next
  })
}

function sqlType(dialect: MigrationContext['dialect'], type: Column) {
  if (type === 'id' || type === 'integer') return dialect === 'sqlite' ? 'integer' : 'bigint'
  if (dialect === 'mysql') return sql.raw(type === LONG_TEXT ? 'longtext' : `varchar(${type.characters})`)
  // Sorted by bytes, as on the other databases, whatever the locale of the database.
  return dialect === 'postgres' ? sql`text collate "C"` : 'text'
}

/** Adds the unique keys that are part of the table itself. */
function withKeys(
  builder: TableBuilder,
  { dialect }: MigrationContext,
  { unique, uniqueWithId, longUnique }: TableOptions,
): TableBuilder {
  const ofColumns = {
    ...unique,
    ...(dialect === 'postgres' ? {} : uniqueWithId),
    ...(dialect === 'mysql' ? {} : longUnique),
  }
  const ofHashes = dialect === 'mysql' ? { ...longUnique } : {}
  let next = builder
  for (const [key, names] of Object.entries(ofColumns)) next = next.addUniqueConstraint(key, [...names])
  for (const [key, names] of Object.entries(ofHashes)) next = withHashKey(next, key, names)
  return next
}

/** Adds a column with the hash of these columns, and a unique key of it. */
function withHashKey(builder: TableBuilder, key: string, names: readonly string[]): TableBuilder {
  const hash = `${key}_hash`
  const texts = sql.join(names.map((name) => sql.ref(name)))
  return builder
    .addColumn(hash, sql`binary(32)`, (column) =>
      column.generatedAlwaysAs(sql`unhex(sha2(concat_ws(char(10), ${texts}), 256))`).stored(),
    )
    .addUniqueConstraint(key, [hash])
}

/** Creates the indexes of one database product: see `TableOptions`. */
async function createFurtherIndexes(
  context: MigrationContext,
  table: string,
  { columns, uniqueWithId = {}, longUnique = {} }: DeclaredTable,
): Promise<void> {
  if (context.dialect === 'postgres') {
    for (const [key, names] of Object.entries(uniqueWithId)) {
      await createUniqueIndexWithId(context, key, table, names)
    }
  }
  if (context.dialect === 'mysql') {
    for (const [key, names] of Object.entries(longUnique)) {
      await createPrefixIndex(context, `${key}_texts`, table, names, columns)
    }
  }
}

async function createUniqueIndexWithId(
  { database }: MigrationContext,
  name: string,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    create unique index if not exists ${sql.ref(name)} on ${sql.table(table)} (${names}) include (id)`.execute(
    database,
  )
}

/** Creates an index in which rows are found by the first of the columns. Of long texts it has the beginnings. */
async function createPrefixIndex(
  context: MigrationContext,
  name: string,
  table: string,
  columns: readonly string[],
  types: DeclaredTable['columns'],
): Promise<void> {
  if (await hasIndexOnMysql(context, name, table)) return
  const parts = columns.map((column) => {
    const type = types[column]
    const isLong = typeof type === 'object' && type.characters > PREFIX_CHARACTERS
    return isLong ? sql`${sql.ref(column)}(${sql.lit(PREFIX_CHARACTERS)})` : sql.ref(column)
  })
  await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.join(parts)})`.execute(
    context.database,
  )
}

/** Creates an index, unless it exists. */
export async function createIndex(
  context: MigrationContext,
  name: string,
  table: string,
  columns: readonly string[],
  { unique = false }: { readonly unique?: boolean } = {},
): Promise<void> {
  let index = context.database.schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
  if (unique) index = index.unique()
  if (context.dialect !== 'mysql') return index.ifNotExists().execute()
  if (!(await hasIndexOnMysql(context, name, table))) await index.execute()
}

/** MySQL has no `create index if not exists`. */
async function hasIndexOnMysql(
  { database }: MigrationContext,
  name: string,
  table: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name}`.execute(database)
  return rows.length > 0
}

/** Inserts a row, unless a row with this primary key exists. */
export async function insertIfMissing(
  { database }: MigrationContext,
  table: string,
  row: Readonly<Record<string, string | number>>,
  key = 'id',
): Promise<void> {
  const name = sql.table(table)
  const existing = await sql`select 1 from ${name} where ${sql.ref(key)} = ${row[key]}`.execute(database)
  if (existing.rows.length > 0) return
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  await sql`insert into ${name} (${columns}) values (${sql.join(Object.values(row))})`.execute(database)
}
