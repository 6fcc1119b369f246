import type { DepartmentIndex } from '../../../core/data-scope/department-index.ts'
import { type ResolvedScope, resolveScope } from '../../../core/data-scope/resolve-scope.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import type { Role } from '../../../core/role/role.ts'
import type { User } from '../../../core/user/user.ts'
import type { Database } from '../../../platform/database/database.ts'
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

/** The rows that a user owns do not depend on departments. */
const ANY_USER = 1

/** Returns what a user with a role sees besides own rows. */
export function scopeWithRole(
  { roleId, roleKey, dataScope }: Pick<Role, 'roleId' | 'roleKey' | 'dataScope'>,
  user: Pick<User, 'deptId' | 'dataScope'>,
  departments: DepartmentIndex,
): ResolvedScope {
  const { deptId } = user
  const subject = { userId: ANY_USER, roleId, roleKey, dataScope: user.dataScope || dataScope, deptId }
  return resolveScope(subject, departments)
}

/** Returns what users with these scopes see together. */
export async function scopeState(database: Database, scopes: readonly ResolvedScope[]): Promise<ScopeState> {
  if (scopes.some(({ kind }) => kind === 'all'))
    return { kind: 'all', ...(await departmentsState(database, [])) }
  const limited = scopes.filter((scope) => scope.kind === 'some')
  const ids = [...new Set(limited.flatMap(({ departments }) => departments))].toSorted((a, b) => a - b)
  const kind = ids.length > 0 ? 'departments' : limited.length > 0 ? 'own' : 'none'
  return { kind, ...(await departmentsState(database, ids)) }
}
