import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../../platform/http/call/identity.ts'
import { isAccepted, Refusal } from '../../platform/refusal/refusal.ts'
import { once } from '../../platform/runtime/once.ts'
import type { Operator } from '../audit-log/operator.ts'
import type { Departments } from '../data-scope/departments.ts'
import type { ExclusionList } from '../permission/exclusion-list.ts'
import type { Role } from '../role/role.ts'
import type { RoleFinder } from '../role/roles-in-force.ts'
import type { Revocations } from '../token/revocation.ts'
import type { UserData } from '../user/list/user-batch.store.ts'
import { type Authority, type AuthorityChecks, createAuthorities, currentChecksOf } from './authority.ts'
import { rightsInForce } from './rights-source.ts'

/** Returns what an operator may do with roles and users. It only describes: a change is checked when it is made. */
export type RoleAuthorityOf = ReturnType<typeof createRoleAuthority>

type CurrentChecks = Pick<AuthorityChecks, 'assertMayAssignRole' | 'assertMayManageUser'>

/** Creates what describes authority from memory, by the operator's token. See docs/decisions/0082-what-is-shown-reads-memory.md. */
export function createRoleAuthority(options: {
  readonly database: Database
  readonly exclusionList: ExclusionList
  readonly departments: Pick<Departments, 'current' | 'ofUser' | 'readUser'>
  readonly roles: RoleFinder
  readonly policy: Parameters<typeof rightsInForce>[0]['policy']
  readonly revocations: () => Pick<Revocations, 'endReasonOf'>
}) {
  const { database, exclusionList, departments, roles, policy, revocations } = options
  const rights = rightsInForce({ roles, policy, departments })
  const authorityOf = createAuthorities({ exclusionList, rights })

  /** Returns the checks of the role that the operator has now; undefined if the token is no longer valid. */
  async function checksOfToken(identity: Identity): Promise<CurrentChecks | undefined> {
    const { userId, roleId, roleKey, dataScope } = identity
    await departments.readUser(userId)
    const deptId = departments.ofUser(userId)
    // Operators who have just changed their own role, which ends their sessions, may do nothing.
    if (deptId === undefined || revocations().endReasonOf(identity) !== undefined) return undefined
    return currentChecksOf({ userId, roleId, roleKey, dataScope, deptId }, { exclusionList, rights })
  }

  return async (operator: Operator) => {
    const { identity } = operator
    /** Reads the account: a token does not contain which role returns, nor who answers for a program. */
    const whole = once(() => authorityOf({ transaction: database, operator }).catch(withoutAuthority))
    const current = identity ? await checksOfToken(identity) : (await whole())?.current
    const isPermitted = async <Checks>(
      checks: Checks | undefined,
      check: (checks: Checks) => Promise<void>,
    ) => checks !== undefined && isAccepted(check(checks))
    const mayAssign = (role: Role) => isPermitted(current, (own) => own.assertMayAssignRole(role))
    return {
      /** Returns whether the operator may give the role to some user, if only until the operator's own role ends. */
      mayAssign,
      /** Returns those of the roles that the operator may give to some user. */
      async assignable(found: readonly Role[]): Promise<Role[]> {
        const assignable: Role[] = []
        for (const role of found) if (await mayAssign(role)) assignable.push(role)
        return assignable
      },
      mayChangeUser: (user: UserData) => isPermitted(current, (own) => own.assertMayManageUser(user)),
      /** Returns whether the operator may change or delete the role. */
      mayChange: async (role: Role) =>
        isPermitted<Authority>(await whole(), (own) => own.assertMayChangeRole(role)),
    }
  }
}

/** The operator may have been disabled since the identity check. */
function withoutAuthority(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
