import type { DepartmentToChange } from '../department/departments.ts'
import type { RoleToChange } from '../role/roles.ts'
import type { UserToChange } from '../user/user-change.ts'

export type ChangeOfUser = Pick<UserToChange, 'roleId' | 'deptId' | 'dataScope'> & { readonly userId: number }
export type ChangeOfRole = Pick<RoleToChange, 'dataScope' | 'deptIds'> & { readonly roleId: number }
export type ChangeOfDepartment = Pick<DepartmentToChange, 'parentId' | 'status'> & { readonly deptId: number }

/** A change that may decide about the data of users. Fields that are undefined stay unchanged. */
export type ScopeChange =
  | { readonly user: ChangeOfUser }
  | { readonly role: ChangeOfRole }
  | { readonly department: ChangeOfDepartment }
