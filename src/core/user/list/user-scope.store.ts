import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ColumnCondition } from '../../../platform/database/query/time-order-reader.ts'
import { onlyUserOf, type UserScope } from './user-scope.ts'

type Condition = RawBuilder<SqlBool>

/** Returns the condition of the users in a scope, for queries of `users`. `department` may be an expression instead of the column. */
export function isInScope(
  scope: UserScope,
  department: RawBuilder<unknown> = sql.ref('users.dept_id'),
): Condition {
  if (scope.kind === 'all') return sql`1 = 1`
  const { departments, userId } = scope.kind === 'none' ? { departments: [], userId: undefined } : scope
  const conditions: Condition[] = []
  if (departments.length > 0) conditions.push(isOneOf(department, departments))
  if (userId !== undefined) conditions.push(sql`users.id = ${userId}`)
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Returns the condition that a column with the id of a user names a user in a scope. Deleted users are in no scope but all. */
export function isUserInScope(scope: UserScope, column: RawBuilder<unknown>): Condition {
  if (scope.kind === 'all') return sql`1 = 1`
  const userId = onlyUserOf(scope)
  if (userId !== undefined) return sql`${column} = ${userId}`
  return sql`${column} in (select users.id from users where ${isInScope(scope)})`
}

/** Returns the condition that a column with the id of a department names one in a scope. */
export function isDepartmentInScope(scope: UserScope, column: RawBuilder<unknown>): Condition {
  if (scope.kind === 'all') return sql`1 = 1`
  if (scope.kind === 'none' || scope.departments.length === 0) return sql`1 = 0`
  return isOneOf(column, scope.departments)
}

/** Returns the condition that a column of a table that is sorted by time names a user in a scope, if there is one. */
export function usersWithin(scope: UserScope, column: string): readonly ColumnCondition[] {
  return scope.kind === 'all' ? [] : [(columnOf) => isUserInScope(scope, columnOf(column, 0))]
}

/** The departments are literals: they are numbers, and the number of parameters is limited. */
function isOneOf(column: RawBuilder<unknown>, ids: readonly number[]): Condition {
  return sql`${column} in (${sql.join(ids.map((id) => sql.lit(id)))})`
}
