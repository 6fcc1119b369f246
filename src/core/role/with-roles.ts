import type { Operator } from '../audit-log/operator.ts'
import type { RoleAuthorityOf } from '../operations/role-authority.ts'
import type { UserData } from '../user/list/user-batch.store.ts'
import type { RoleFinder } from './roles-in-force.ts'

export interface RoleParts {
  readonly rolesInForce: RoleFinder
  readonly roleAuthorityOf: RoleAuthorityOf
}

/** Adds the role to each account, and whether the operator may change the account. */
export async function withRoles<Account extends UserData>(
  found: readonly Account[],
  operator: Operator,
  { rolesInForce, roleAuthorityOf }: RoleParts,
) {
  const roleOf = await rolesInForce.findMany([...new Set(found.map(({ roleId }) => roleId))])
  const authority = await roleAuthorityOf(operator)
  const list = []
  for (const account of found) {
    const { roleName = '', roleKey = '' } = roleOf.get(account.roleId) ?? {}
    list.push({ ...account, roleName, roleKey, mayChange: await authority.mayChangeUser(account) })
  }
  return list
}
