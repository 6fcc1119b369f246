import type { Database } from '../../platform/database/database.ts'
import { isAccepted, Refusal } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import type { DepartmentIndex } from '../data-scope/department-index.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import type { Role } from '../role/role.ts'
import type { UserData } from '../user/list/user-batch.store.ts'
import { type Authority, createAuthorities } from './authority.ts'

/** Returns what an operator may do with roles and users. It only describes: a change is checked when it is made. */
export type RoleAuthorityOf = ReturnType<typeof createRoleAuthority>

export function createRoleAuthority(options: {
  readonly database: Database
  readonly exclusionList: ExclusionList
  readonly departments: () => DepartmentIndex
}) {
  const { database, exclusionList, departments } = options
  const authorityOf = createAuthorities({ exclusionList, departments })
  return async (operator: Operator) => {
    const authority = await authorityOf({ transaction: database, operator }).catch(withoutAuthority)
    const isPermitted = async (check: (authority: Authority) => Promise<void>) =>
      authority !== undefined && isAccepted(check(authority))
    const mayAssign = (role: Role) => isPermitted((own) => own.current.assertMayAssignRole(role))
    return {
      /** Returns whether the operator may give the role to some user, if only until the operator's own role ends. */
      mayAssign,
      /** Returns those of the roles that the operator may give to some user. */
      async assignable(roles: readonly Role[]): Promise<Role[]> {
        const found: Role[] = []
        for (const role of roles) if (await mayAssign(role)) found.push(role)
        return found
      },
      mayChangeUser: (user: UserData) => isPermitted((own) => own.current.assertMayManageUser(user)),
      /** Returns whether the operator may change or delete the role. */
      mayChange: (role: Role) => isPermitted((own) => own.assertMayChangeRole(role)),
    }
  }
}

/** Operators who have just changed their own role, which ends their sessions, may do nothing. */
function withoutAuthority(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
