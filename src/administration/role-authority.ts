import type { Role } from '../accounts/role/role.ts'
import type { UserData } from '../accounts/user/user-batch.store.ts'
import type { DepartmentIndex } from '../authorization/data-scope/department-index.ts'
import type { ExclusionList } from '../authorization/permission/exclusion-list.ts'
import type { Database } from '../database/database.ts'
import { isAccepted, Refusal } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import { type Authority, createAuthorities } from './authority.ts'

/** What an operator may do with roles and users. It only describes: a change is checked when it is made. */
export interface RoleAuthority {
  /** Whether the operator may give the role to some user. */
  mayAssign(role: Role): Promise<boolean>
  mayChangeUser(user: UserData): Promise<boolean>
  /** Whether the operator may change or delete the role. */
  mayChange(role: Role): Promise<boolean>
}

export type RoleAuthorityOf = (operator: Operator) => Promise<RoleAuthority>

export function createRoleAuthority({
  database,
  exclusionList,
  departments,
}: {
  readonly database: Database
  readonly exclusionList: ExclusionList
  readonly departments: () => DepartmentIndex
}): RoleAuthorityOf {
  const authorityOf = createAuthorities({ exclusionList, departments })
  return async (operator) => {
    const authority = await authorityOf({ transaction: database, operator }).catch(withoutAuthority)
    const isPermitted = async (check: (authority: Authority) => Promise<void>) =>
      authority !== undefined && isAccepted(check(authority))
    return {
      mayAssign: (role) => isPermitted((own) => own.refuseRole(role)),
      mayChangeUser: (user) => isPermitted((own) => own.refuseUser(user)),
      mayChange: (role) => isPermitted((own) => own.refuseChangeOf(role)),
    }
  }
}

/** Operators who have just changed their own role, which ends their sessions, may do nothing. */
function withoutAuthority(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
