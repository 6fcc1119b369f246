import type { RoleAuthorityOf } from '../operations/role-authority.ts'
import type { Policy } from '../permission/policy.ts'
import type { UserBatchStore } from '../user/list/user-batch.store.ts'
import { includesDepartment } from '../user/list/user-scope.ts'
import type { Reader } from '../user/listed-users.ts'
import type { Role } from './role.ts'

export interface ListedRoleParts {
  readonly roleAuthorityOf: RoleAuthorityOf
  readonly userBatches: UserBatchStore
  readonly policy: Policy
}

/** Adds the number of users and of rules to each role, and what the operator may do with it. Departments outside the scope are left out. */
export async function listedRoles(
  found: readonly Role[],
  { operator, scope }: Reader,
  { roleAuthorityOf, userBatches, policy }: ListedRoleParts,
) {
  const roleIds = found.map(({ roleId }) => roleId)
  const users = await userBatches.countByRole(scope, roleIds)
  const rules = policy.current()
  const authority = await roleAuthorityOf(operator)
  const list = []
  for (const role of found) {
    const mayAssign = await authority.mayAssign(role)
    list.push({
      ...role,
      deptIds: role.deptIds.filter((deptId) => includesDepartment(scope, deptId)),
      users: users.get(role.roleId) ?? 0,
      rules: rules.countOf(role.roleKey),
      mayAssign,
      mayChange: mayAssign && (await authority.mayChange(role)),
    })
  }
  return list
}
