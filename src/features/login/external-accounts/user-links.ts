import type { Operator } from '../../../core/audit-log/operator.ts'
import { createDepartmentStore } from '../../../core/department/department.store.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { requireFound } from '../../../core/operations/require-found.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { isServiceAccount } from '../../../core/user/service-account.ts'
import type { User } from '../../../core/user/user.ts'
import { createUserLinkStore, type UserLink } from '../../../core/user/user-link.store.ts'
import { changeableUser, endTokens, lockCredentials, noteUser } from '../../../core/user/user-operation.ts'
import { isUniqueViolation } from '../../../platform/database/database-error.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'

export type LinkedAccount = Pick<UserLink, 'issuer' | 'subject'>

/** What the mapping of an issuer can give its users. */
export interface IssuerGrants {
  readonly roleKeys: readonly string[]
  readonly deptIds: readonly number[]
}

export const NO_GRANTS: IssuerGrants = { roleKeys: [], deptIds: [] }

export type UserLinkAdministration = ReturnType<typeof createUserLinkAdministration>

/** Links users to accounts of identity providers and directories. */
export function createUserLinkAdministration(
  operations: Operations,
  grantsOf: (issuer: string) => IssuerGrants,
) {
  return {
    /** Links a user to an account, with which the user can log in from then on. Links to set a password are outdated by it. */
    async link(operator: Operator, id: number, { issuer, subject }: LinkedAccount) {
      // Someone who has stolen a session must not add a way to log in.
      if (operator.userId === id) throw new Refusal('own-link')
      return operations
        .run(operator, async (operation) => {
          const user = await changeableUser(operation, id)
          if (isServiceAccount(user)) throw new Refusal('service-account')
          await assertMayGrant(operation, user, grantsOf(issuer))
          const links = createUserLinkStore(operation.transaction)
          if (await links.find(issuer, subject)) throw new Refusal('link-taken')
          await lockCredentials(operation, id)
          await links.insert({ issuer, subject, userId: id }, operation.at)
          await noteUser(operation, 'user.link', user, { after: { issuer, subject } })
          return requireFound((await links.ofUser(id)).at(-1), 'user', id)
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new Refusal('link-taken') : error
        })
    },

    /** Removes a link and revokes all of the user's tokens. A login that has no session yet is refused. */
    async unlink(operator: Operator, id: number, linkId: number) {
      return operations.run(operator, async (operation) => {
        const user = await changeableUser(operation, id)
        const links = createUserLinkStore(operation.transaction)
        const found = (await links.ofUser(id)).find((link) => link.id === linkId)
        const { issuer, subject } = requireFound(found, 'link', linkId)
        await lockCredentials(operation, id)
        await links.remove(linkId)
        await endTokens(operation, id)
        await noteUser(operation, 'user.unlink', user, { before: { issuer, subject } })
        return {}
      })
    },
  }
}

/**
 * Throws unless the operator may give the user everything that a login with the account can give. Roles and departments that do
 * not exist give nothing. Without a department of the mapping, the user keeps the present one or has none, which gives no rows.
 */
async function assertMayGrant(
  operation: Operation,
  user: User,
  { roleKeys, deptIds }: IssuerGrants,
): Promise<void> {
  const authority = await operation.authority()
  const departments = createDepartmentStore(operation.transaction)
  const possible = [user.deptId]
  for (const deptId of deptIds) if (await departments.find(ALL_USERS, deptId)) possible.push(deptId)
  for (const roleKey of new Set(roleKeys)) {
    const role = await createRoleStore(operation.transaction).findByKey(roleKey)
    if (!role) continue
    const { roleId } = role
    for (const deptId of new Set(possible))
      await authority.assertMayManageUser({ roleId, deptId, dataScope: user.dataScope })
  }
}
