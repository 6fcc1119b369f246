import { LOGIN_SERVICE } from '../../../core/audit-log/operator.ts'
import { createRoleRights } from '../../../core/operations/administration-rights.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { operatorFields } from '../../../core/operations/operator-event.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import type { CodeAddress } from '../../../core/user/code-addresses.ts'
import { type PermanentRights, permanentRightsOf, rightsText } from '../../../core/user/credential-rights.ts'
import { keyOfData, type UserData } from '../../../core/user/list/user-batch.store.ts'
import type { User, UserDetails } from '../../../core/user/user.ts'
import type { UserToChange } from '../../../core/user/user-change.ts'
import { existingUser, foreignNames, roleOf } from '../../../core/user/user-operation.ts'
import type { UserAdministration } from '../../../core/user/users.ts'
import { isAccepted } from '../../../platform/refusal/refusal.ts'
import { type Covers, type MappedAccount, removeCredentials } from './removed-credentials.ts'

interface MappedUserOptions {
  readonly operations: Operations
  readonly userAdministration: Pick<UserAdministration, 'changeWithin'>
  /** The fields of users that codes and links are sent to. */
  readonly codeAddresses: readonly CodeAddress[]
}

export type MappedUserAdministration = ReturnType<typeof createMappedUserAdministration>

/**
 * Changes of users by the mapping of a directory or an identity provider. Nobody confirms them. A user who gets rights that the
 * old ones do not cover loses everything to log in with that was set before: whoever set it could not give these rights.
 */
export function createMappedUserAdministration(options: MappedUserOptions) {
  const { operations, userAdministration, codeAddresses } = options
  return {
    change(userId: number, change: UserToChange, account: MappedAccount) {
      return operations.run(LOGIN_SERVICE, async (operation) => {
        const before = await existingUser(operation, userId)
        const after = await userAdministration.changeWithin(operation, userId, {
          ...change,
          // The login is not refused for an address.
          ...keptInstead(before, await foreignNames(operation, change, userId)),
        })
        const given = rightsGiven(before, after)
        const covers = createCoverage(operation, userId, given)
        if (given.length === 0 || (await covers(permanentRightsOf(before)))) return after
        await removeCredentials(operation, after, { account, covers, codeAddresses })
        await emitMappedRights(operation, before, after)
        return existingUser(operation, userId)
      })
    },
  }
}

/** Emits an event if a mapping gives a new user administration rights other than those of `admin`, which have an event. */
export async function emitMappedUser(operation: Operation, user: User): Promise<void> {
  const { roleKey } = await roleOf(operation, user.roleId)
  if ((await createRoleRights(operation.transaction)(roleKey)) === 'administration')
    await emitMapped(operation, user, roleKey, 'created')
}

async function emitMappedRights(operation: Operation, before: User, after: User): Promise<void> {
  const { roleId } = permanentRightsOf(after)
  const { roleKey } = await roleOf(operation, roleId)
  const rights = await createRoleRights(operation.transaction)(roleKey)
  const isReported = rights === 'admin' && before.roleId !== after.roleId
  if (rights === 'none' || isReported) return
  const isNewRole = permanentRightsOf(before).roleId !== roleId
  const changeOfRole = after.roleUntil === null ? 'role-changed' : 'role-returns'
  await emitMapped(operation, after, roleKey, isNewRole ? changeOfRole : 'department-changed')
}

async function emitMapped(
  operation: Operation,
  { username, userId }: User,
  roleKey: string,
  change: 'created' | 'role-changed' | 'role-returns' | 'department-changed',
): Promise<void> {
  const fields = { username, userId, roleKey, change, ...operatorFields(operation.operator) }
  await operation.emit({ kind: 'administration.mapped', fields })
}

/** Returns the rights that a user has after a change; empty if they are the same as before. */
function rightsGiven(before: User, after: User): readonly PermanentRights[] {
  const rights = permanentRightsOf(after)
  if (rightsText(permanentRightsOf(before)) === rightsText(rights)) return []
  const isMoved = after.roleUntil !== null && before.deptId !== after.deptId
  // A role until a time has the data of the new department too.
  return isMoved ? [rights, { ...rights, roleId: after.roleId }] : [rights]
}

/** Returns the present values of addresses that cannot be taken. */
function keptInstead(
  before: User,
  refused: Pick<UserDetails, 'email' | 'phone'>,
): Pick<UserDetails, 'email' | 'phone'> {
  const { email, phone } = before
  return {
    ...(refused.email === undefined ? {} : { email }),
    ...(refused.phone === undefined ? {} : { phone }),
  }
}

/** Creates a function that returns whether whoever has some rights could grant all of the given ones. */
function createCoverage(operation: Operation, userId: number, given: readonly PermanentRights[]): Covers {
  return async (held) => {
    const role = held && (await createRoleStore(operation.transaction).find(held.roleId))
    if (!role) return false
    const authority = operation.authorityOf({
      userId,
      username: '',
      roleId: role.roleId,
      roleKey: role.roleKey,
      dataScope: held.dataScope || role.dataScope,
      deptId: held.deptId,
      formerRoleId: 0,
      credentialVersion: 0,
      secondFactorEnabled: false,
      passwordHash: '',
      enabled: true,
    })
    for (const data of given) {
      // What a user has is covered by it, also without a department or with a disabled one.
      const isSame = keyOfData(data) === keyOfData(held)
      if (!isSame && !(await isAccepted(authority.assertMayManageUser(ofOwnAccount(data, userId)))))
        return false
    }
    return true
  }
}

/** Rows that a user owns need no department that covers them. */
function ofOwnAccount(data: PermanentRights, userId: number): UserData & { readonly userId: number } {
  return { ...data, userId }
}
