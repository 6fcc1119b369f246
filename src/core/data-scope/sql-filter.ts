import type { ResolvedScope } from './resolve-scope.ts'
import type { ScopeColumns } from './scope-columns.ts'

/** A condition for a `where` clause. It is in parentheses. */
export interface SqlFilter {
  readonly sql: string
  /** One value for each parameter in the text, in their order. */
  readonly parameters: readonly unknown[]
}

export interface SqlFilterOptions {
  /** `mysql` includes MariaDB from 10.6 on. */
  readonly dialect: 'postgres' | 'mysql' | 'sqlite'
  /** The number of the first parameter, for `postgres`. Default: 1. */
  readonly firstParameter?: number
}

/** How each dialect compares a column with a list that is one parameter, so that plans stay the same for every list. */
const LISTS = {
  postgres: (column: string, parameter: string) => `${column} = any(${parameter}::bigint[])`,
  mysql: (column: string, parameter: string) =>
    `${column} in (select id from json_table(${parameter}, '$[*]' columns (id bigint path '$')) as scope_departments)`,
  sqlite: (column: string, parameter: string) => `${column} in (select value from json_each(${parameter}))`,
} as const

export function sqlFilter(
  scope: ResolvedScope,
  { department, owner }: ScopeColumns,
  { dialect, firstParameter = 1 }: SqlFilterOptions,
): SqlFilter {
  if (!Object.hasOwn(LISTS, dialect))
    throw new TypeError(`dataScope: dialect must be one of ${Object.keys(LISTS).join(', ')}`)
  if (!Number.isSafeInteger(firstParameter) || firstParameter < 1)
    throw new TypeError('dataScope: firstParameter must be a whole number from 1 on')
  if (scope.kind === 'all') return { sql: '(1 = 1)', parameters: [] }
  if (scope.kind === 'none') return { sql: '(1 = 0)', parameters: [] }
  const conditions: string[] = []
  const parameters: unknown[] = []
  const place = () => (dialect === 'postgres' ? `$${firstParameter + parameters.length}` : '?')
  if (scope.departments.length > 0) {
    conditions.push(LISTS[dialect](department, place()))
    parameters.push(dialect === 'postgres' ? [...scope.departments] : JSON.stringify(scope.departments))
  }
  if (scope.userId !== undefined) {
    conditions.push(`${owner} = ${place()}`)
    parameters.push(scope.userId)
  }
  // Without a condition, nothing is visible.
  return { sql: `(${conditions.join(' or ') || '1 = 0'})`, parameters }
}

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

/**
 * The part of Kysely's expression builder that the filter uses. Any version of Kysely has it.
 *
 * `Condition` is Kysely's type of a condition.
 */
export interface KyselyBuilder<Condition> {
  // biome-ignore lint/suspicious/noExplicitAny: the columns and values depend on the tables of the app.
  (left: any, operator: any, right: any): Condition
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's types of literals and of lists of conditions differ between versions.
  lit(value: any): any
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  or(conditions: any): any
}

/** Returns a condition for `where`. The departments are literals: they are numbers, and their number has no limit. */
export function kyselyFilter<Condition>(
  scope: ResolvedScope,
  { department, owner }: ScopeColumns,
  builder: KyselyBuilder<Condition>,
): Condition {
  const constant = (isTrue: boolean) => builder(builder.lit(1), '=', builder.lit(isTrue ? 1 : 0))
  if (scope.kind === 'all') return constant(true)
  if (scope.kind === 'none') return constant(false)
  const { departments, userId } = scope
  const conditions: Condition[] = []
  const ids = departments.map((id) => builder.lit(id))
  if (ids.length > 0) conditions.push(builder(department, 'in', ids))
  if (userId !== undefined) conditions.push(builder(owner, '=', userId))
  // Without a condition, nothing is visible.
  return conditions.length === 0 ? constant(false) : builder.or(conditions)
}
