import type { DepartmentStore } from '../../../core/department/department.store.ts'
import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import { profileSchema, userSchema } from '../../../core/user/user-schemas.ts'
import type { Schema } from '../../../platform/http/endpoint/documentation.ts'
import {
  count,
  id,
  listSchema,
  objectSchema,
  text,
} from '../../../platform/http/endpoint/response-schemas.ts'
import type { JsonObject } from './adapted-endpoint.ts'

/** What go-admin's front end reads of a user besides the fields of this service. Posts and sexes are not kept. */
const furtherFields: Readonly<Record<string, Schema>> = {
  roleIds: listSchema(id),
  postIds: listSchema(id),
  postId: count,
  sex: text,
  avatar: text,
  dept: objectSchema('NamedDepartmentOfUser', { deptId: count, deptName: text }),
}

export const goAdminUserSchema = objectSchema('GoAdminUser', { ...userSchema.properties, ...furtherFields }, [
  'suspension',
])

export const goAdminProfileSchema = objectSchema('GoAdminProfile', {
  ...profileSchema.properties,
  ...furtherFields,
})

/** Returns the department of a user; 0 for none. */
function departmentOf({ deptId }: JsonObject): number {
  return typeof deptId === 'number' ? deptId : NO_DEPARTMENT
}

/** Adds to users what go-admin's front end reads, with the names of those of their departments that the caller may see. */
export async function withFurtherFields(
  users: readonly JsonObject[],
  departments: Pick<DepartmentStore, 'namesOf'>,
  maySee: (deptId: number) => boolean,
): Promise<JsonObject[]> {
  const shown = [...new Set(users.map(departmentOf))].filter(
    (deptId) => deptId !== NO_DEPARTMENT && maySee(deptId),
  )
  const names = await departments.namesOf(shown)
  return users.map((user) => {
    const deptId = departmentOf(user)
    const dept = { deptId, deptName: names.get(deptId) ?? '' }
    return { ...user, roleIds: [user.roleId], postIds: [], postId: 0, sex: '', avatar: '', dept }
  })
}
