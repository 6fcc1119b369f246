import type { RoleStore } from '../../../accounts/role/role.store.ts'
import type { UserData } from '../../../accounts/user/user-batch.store.ts'
import type { RoleAuthorityOf } from '../../../administration/role-authority.ts'
import type { Operator } from '../../../logs/audit-log/operator.ts'

export interface RoleParts {
  readonly roles: RoleStore
  readonly roleAuthorityOf: RoleAuthorityOf
}

/** Adds the role to each account, and whether the operator may change the account. */
export async function withRoles<Account extends UserData>(
  found: readonly Account[],
  operator: Operator,
  { roles, roleAuthorityOf }: RoleParts,
) {
  const roleOf = await roles.findMany([...new Set(found.map(({ roleId }) => roleId))])
  const authority = await roleAuthorityOf(operator)
  const list = []
  for (const account of found) {
    const { roleName = '', roleKey = '' } = roleOf.get(account.roleId) ?? {}
    list.push({ ...account, roleName, roleKey, mayChange: await authority.mayChangeUser(account) })
  }
  return list
}
