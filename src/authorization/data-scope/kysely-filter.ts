import type { ResolvedScope } from './resolve-scope.ts'
import type { ScopeColumns } from './scope-columns.ts'

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
  if (departments.length > 0)
    conditions.push(
      builder(
        department,
        'in',
        departments.map((id) => builder.lit(id)),
      ),
    )
  if (userId !== undefined) conditions.push(builder(owner, '=', userId))
  // Without a condition, nothing is visible.
  return conditions.length === 0 ? constant(false) : builder.or(conditions)
}
