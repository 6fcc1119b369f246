import { createDepartmentStore } from '../../accounts/department/department.store.ts'
import type { DepartmentIndex } from '../../authorization/data-scope/department-index.ts'
import { resolveScope, type ScopeSubject } from '../../authorization/data-scope/resolve-scope.ts'
import type { Database } from '../../database/database.ts'
import { digestOf } from './digest.ts'

/** The departments whose data somebody sees: how many, and the first ones. */
export interface DepartmentsState {
  readonly count: number
  /** Of all of them, also those that are not listed here. */
  readonly digest: string
  readonly first: readonly { readonly deptId: number; readonly deptName: string }[]
}

/** The data that a user sees. */
export interface ScopeState extends DepartmentsState {
  /** `own`: what belongs to the user, and nothing else. */
  readonly kind: 'all' | 'departments' | 'own' | 'none'
}

export const MAX_DEPARTMENTS_SHOWN = 10

export async function departmentsState(
  database: Database,
  ids: readonly number[],
): Promise<DepartmentsState> {
  const shown = ids.slice(0, MAX_DEPARTMENTS_SHOWN)
  const names = await createDepartmentStore(database).namesOf(shown)
  return {
    count: ids.length,
    digest: digestOf(ids),
    first: shown.map((deptId) => ({ deptId, deptName: names.get(deptId) ?? '' })),
  }
}

/** Returns what a user sees with the departments as they are in a transaction. */
export async function scopeState(
  database: Database,
  subject: ScopeSubject,
  departments: DepartmentIndex,
): Promise<ScopeState> {
  const scope = resolveScope(subject, departments)
  const ids = scope.kind === 'some' ? scope.departments : []
  const own = scope.kind === 'some' && ids.length === 0 ? 'own' : 'departments'
  return { kind: scope.kind === 'some' ? own : scope.kind, ...(await departmentsState(database, ids)) }
}
