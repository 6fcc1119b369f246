import type { Role } from '../accounts/role/role.ts'
import type { ExclusionList } from '../authorization/permission/exclusion-list.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import { createAuthorities } from './authority.ts'

/** What an operator may do with roles and with their users. It only describes: a change is checked when it is made. */
export interface RoleAuthority {
  /** Whether the operator may give the role to a user, and change users who have it. */
  mayAssign(role: Role): Promise<boolean>
  /** Whether the operator may change or delete the role. */
  mayChange(role: Role): Promise<boolean>
}

export type RoleAuthorityOf = (operator: Operator) => Promise<RoleAuthority>

export function createRoleAuthority({
  database,
  exclusionList,
}: {
  readonly database: Database
  readonly exclusionList: ExclusionList
}): RoleAuthorityOf {
  const authorityOf = createAuthorities({ exclusionList })
  return async (operator) => {
    const authority = await authorityOf({ transaction: database, operator })
    return {
      mayAssign: (role) => isPermitted(authority.refuseRole(role)),
      mayChange: (role) => isPermitted(authority.refuseChangeOf(role)),
    }
  }
}

async function isPermitted(checked: Promise<void>): Promise<boolean> {
  try {
    await checked
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
