import type { ResolvedScope } from './resolve-scope.ts'
import { propertyOf, type ScopeColumns } from './scope-columns.ts'

/** Returns whether a row is in the scope. Throws if the row does not have both columns: a forgotten one must be noticed. */
export function includesRow(scope: ResolvedScope, columns: ScopeColumns, row: object): boolean {
  const department = idIn(row, columns.department)
  const owner = idIn(row, columns.owner)
  if (scope.kind !== 'some') return scope.kind === 'all'
  if (department !== undefined && scope.departments.includes(department)) return true
  return owner !== undefined && owner === scope.userId
}

/** Returns the id in a column, or undefined for everything that is not one. Drivers return large integers in three forms. */
function idIn(row: object, column: string): number | undefined {
  const property = propertyOf(column)
  const value: unknown = new Map(Object.entries(row)).get(property)
  if (value === undefined) throw new TypeError(`dataScope: the row has no ${property}`)
  const isText = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)
  if (!isText && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
