import type { ResolvedScope } from './resolve-scope.ts'
import type { ScopeColumns } from './scope-columns.ts'

/** The part of Drizzle's `sql` that the filter uses. `Condition` is Drizzle's type of a condition. */
export interface DrizzleSql<Condition> {
  raw(text: string): Condition
}

/** Returns a condition for `where`. The ids are literals: they are numbers, and Drizzle has a parameter for each value of a list. */
export function drizzleFilter<Condition>(
  scope: ResolvedScope,
  { department, owner }: ScopeColumns,
  sql: DrizzleSql<Condition>,
): Condition {
  if (scope.kind === 'all') return sql.raw('(1 = 1)')
  if (scope.kind === 'none') return sql.raw('(1 = 0)')
  const conditions: string[] = []
  if (scope.departments.length > 0) conditions.push(`${department} in (${scope.departments.join(', ')})`)
  if (scope.userId !== undefined) conditions.push(`${owner} = ${scope.userId}`)
  // Without a condition, nothing is visible.
  return sql.raw(`(${conditions.join(' or ') || '1 = 0'})`)
}
