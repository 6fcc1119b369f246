import type { Operator } from '../audit-log/operator.ts'
import { requireFound } from '../operations/require-found.ts'
import type { UserScope } from '../user/list/user-scope.ts'
import type { Role } from './role.ts'
import type { RoleParts } from './with-roles.ts'

/** Creates what finds the roles that an operator may see. */
export function createVisibleRoles({ rolesInForce, roleAuthorityOf }: RoleParts) {
  /** Returns the roles that a limited operator may see; undefined for all. */
  async function visible(scope: UserScope, operator: Operator): Promise<number[] | undefined> {
    if (scope.kind === 'all') return undefined
    const assignable = await (await roleAuthorityOf(operator)).assignable(await rolesInForce.all())
    return assignable.map(({ roleId }) => roleId)
  }

  /** Returns a role that the operator may see: with a limited data scope, one that the operator may assign. */
  async function find(scope: UserScope, id: number, operator: Operator): Promise<Role | undefined> {
    // For an unknown role too: otherwise the time of a response would tell it from one that the operator must not see.
    const ids = await visible(scope, operator)
    return ids === undefined || ids.includes(id) ? rolesInForce.find(id) : undefined
  }

  return {
    visible,
    find,
    /** The same as `find`. Throws if there is no such role. */
    async existing(scope: UserScope, id: number, operator: Operator): Promise<Role> {
      return requireFound(await find(scope, id, operator), 'role', id)
    },
  }
}
