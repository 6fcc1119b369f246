import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import type { DepartmentNode } from '../department/department.ts'

/** The steps of a change of departments, in the form in which a department index and the departments of users apply them. */
export const departmentSteps = {
  /** Adds a department, or changes its parent or status. */
  set: ({ deptId, parentId, status }: DepartmentNode): ChangeStep => [
    'set',
    String(deptId),
    String(parentId),
    status,
  ],
  remove: (deptId: number): ChangeStep => ['remove', String(deptId)],
  /** Replaces the departments of a role. */
  role: (roleId: number, deptIds: readonly number[]): ChangeStep => [
    'role',
    String(roleId),
    ...deptIds.map(String),
  ],
  /** The user is in this department from now on. */
  user: (userId: number, deptId: number): ChangeStep => ['user', String(userId), String(deptId)],
  /** The last step: how many departments there are then. A node that has another number loads them again. */
  count: (departments: number): ChangeStep => ['count', String(departments)],
}
