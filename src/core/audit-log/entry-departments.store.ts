import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { onConflictDoNothing } from '../../platform/database/query/insert.ts'
import type { ColumnCondition } from '../../platform/database/query/time-order-reader.ts'
import { sortedDepartments } from '../role/role.ts'
import type { AuditLogReader } from './audit-log-reader.ts'

/** What the column can store. */
const MAX_CHARACTERS = 512

/**
 * Returns departments in the form in which an entry stores them. Only operators with all data, and its operator, see an entry with more of them
 * than it can store.
 */
export function formatConcerned(deptIds: readonly number[]): string {
  const text = sortedDepartments(deptIds).join(',')
  return text.length > MAX_CHARACTERS ? '' : text
}

/** Stores a list of several departments, so that readers find it without reading the log. */
export async function storeConcerned(transaction: Database, departments: string): Promise<void> {
  if (!departments.includes(',')) return
  const insert = transaction.insertInto('audit_log_departments').values({ departments })
  await onConflictDoNothing(transaction, insert).execute()
}

/** Returns the conditions of which one holds for each entry that an operator sees; none for all entries. */
export async function readableBy(
  database: Database,
  { scope, userId }: AuditLogReader,
): Promise<readonly ColumnCondition[]> {
  if (scope.kind === 'all') return []
  if (scope.kind === 'none') return [() => sql`1 = 0`]
  const conditions: ColumnCondition[] = [(columnOf) => sql`${columnOf('operator_id', 0)} = ${userId}`]
  if (scope.userId !== undefined)
    conditions.push((columnOf) => sql`${columnOf('user_id', 0)} = ${scope.userId}`)
  const lists = await listsIn(database, scope.departments)
  // Literals: the number of parameters is limited.
  const literals = sql.join(lists.map((list) => sql.lit(list)))
  if (lists.length > 0) conditions.push((columnOf) => sql`${columnOf('departments', '')} in (${literals})`)
  return conditions
}

/** Returns the condition that an operator sees an entry. */
export async function isReadableBy(database: Database, reader: AuditLogReader): Promise<RawBuilder<SqlBool>> {
  const conditions = await readableBy(database, reader)
  if (conditions.length === 0) return sql`1 = 1`
  const anyOf = conditions.map((condition) => condition((name) => sql.ref(name)))
  return sql`(${sql.join(anyOf, sql` or `)})`
}

/** Returns the departments, and the stored lists of several of them, in the form in which entries store them. */
async function listsIn(database: Database, departments: readonly number[]): Promise<string[]> {
  if (departments.length === 0) return []
  const known = new Set(departments.map(String))
  const rows = await database.selectFrom('audit_log_departments').select('departments').execute()
  const lists = rows
    .map((row) => row.departments)
    .filter((list) => list.split(',').every((id) => known.has(id)))
  return [...known, ...lists]
}
