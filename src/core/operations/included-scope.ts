import { Refusal } from '../../platform/refusal/refusal.ts'
import type { DepartmentIndex } from '../data-scope/department-index.ts'
import type { ResolvedScope } from '../data-scope/resolve-scope.ts'
import { NO_DEPARTMENT } from '../department/department.ts'
import { DATA_SCOPE_NAMES, DATA_SCOPE_TEXTS } from '../role/role.ts'
import type { UserToCheck } from './authority-checks.ts'

/**
 * Returns whether an operator's scope includes everything that a user with this role, department and data scope may see, now
 * or when a disabled department is enabled again. Rows that a user owns need no more than the user.
 */
export function includesScope(
  scope: ResolvedScope,
  { roleId, deptId, dataScope }: Omit<UserToCheck, 'userId'>,
  departments: DepartmentIndex,
): boolean {
  if (scope.kind === 'all') return true
  if (scope.kind === 'none') return false
  const included = new Set(scope.departments)
  switch (dataScope) {
    case '2':
      return departments.ofRole(roleId).every((id) => included.has(id))
    case '3':
      return deptId === NO_DEPARTMENT || included.has(deptId)
    case '4':
      return departments.tree.below(deptId).every((node) => included.has(node.deptId))
    case '5':
      return true
    default:
      return false
  }
}

/** Returns whether the data scope depends on the department of the user. */
export function isRelative(dataScope: string): boolean {
  return dataScope === DATA_SCOPE_NAMES.department || dataScope === DATA_SCOPE_NAMES['department-and-below']
}

export function beyondOwnScope(dataScope: string): Refusal {
  const { en, zh } = DATA_SCOPE_TEXTS[dataScope] ?? { en: dataScope, zh: dataScope }
  return new Refusal('beyond-own-role', {
    excess: { en: `the data scope "${en}"`, zh: `数据范围“${zh}”` },
  })
}

export function beyondOwnDepartments(deptId: number): Refusal {
  const excess =
    deptId === NO_DEPARTMENT
      ? { en: 'users without a department', zh: '不属于任何部门的用户' }
      : { en: `users of the department with the ID ${deptId}`, zh: `ID 为 ${deptId} 的部门的用户` }
  return new Refusal('beyond-own-role', { excess })
}
