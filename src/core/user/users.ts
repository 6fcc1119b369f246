import { setImmediate } from 'node:timers/promises'
import { assertNoProblem, Refusal, withSubject } from '../../platform/refusal/refusal.ts'
import type { Operator } from '../audit-log/operator.ts'
import { departmentSteps } from '../data-scope/department-steps.ts'
import { assertMembership, NO_MEMBERSHIP } from '../department/membership.ts'
import { resetSecondFactorFailures } from '../login/second-factor-failures.ts'
import { differencesOf, isEmpty, requireCurrentRevision, whatDiffers } from '../operations/differences.ts'
import type { Operation, Operations } from '../operations/operations.ts'
import { createOwnerAccessStore } from '../operations/owner-access.store.ts'
import type { PasswordHashes } from '../password/password-hash.ts'
import type { PasswordRules } from '../password/password-rules.ts'
import { createAccountStore } from './account.store.ts'
import { assertMayChangeAddress, assertMayChangeMyAddress, type CodeAddress } from './code-addresses.ts'
import { problemOfUsername } from './name/username.ts'
import { isServiceAccount } from './service-account.ts'
import { DISABLED, ENABLED, type Status } from './status.ts'
import { createUserStore, type UserChange } from './user.store.ts'
import { problemOfDetails, type User, type UserDetails } from './user.ts'
import {
  type AssertServiceAccountChange,
  assertFutureEnd,
  assertMayChangeMyMethods,
  assertMayChangeUser,
  changedAddresses,
  requireAnotherAdmin,
  type UserInput,
  type UserToChange,
  withRoleEnd,
} from './user-change.ts'
import {
  assertNoForeignNames,
  changeableUser,
  emitAdminGranted,
  emitIfAdmin,
  endTokens,
  existingUser,
  isAdmin,
  noteUser,
  requireFreeName,
  requireKnownRole,
  setPasswordHash,
  userInScope,
  withRoleKey,
} from './user-operation.ts'

export interface UserToAdd extends UserInput {
  readonly username: string
  /** Undefined for a user who is invited: no password matches. */
  readonly password: string | undefined
  readonly roleId: number
}

/** A role, and when it ends; by default never. */
type RoleToGive = Pick<UserToChange, 'roleUntil'> & { readonly roleId: number }

export interface OwnDetails extends Pick<UserDetails, 'nickName' | 'email'> {
  /** The change is refused if the user has another revision. */
  readonly revision?: number | undefined
}

export interface NewPassword {
  readonly password: string
  /** Whether the user must set a new password at the next login. */
  readonly pwdChangeDue?: boolean | undefined
}

/** How many users are changed before yielding to the event loop. */
const USERS_PER_BATCH = 10

export type UserAdministration = ReturnType<typeof createUserAdministration>

export function createUserAdministration(options: {
  readonly operations: Operations
  readonly hashes: PasswordHashes
  readonly passwordRules: PasswordRules
  /** The fields that one-time codes are sent to. A change of them requires as much as a new password. */
  readonly codeAddresses: readonly CodeAddress[]
  readonly assertServiceAccountChange: AssertServiceAccountChange
}) {
  const { operations, hashes, passwordRules, codeAddresses, assertServiceAccountChange } = options

  async function changeOne(operation: Operation, id: number, { revision, ...asked }: UserToChange) {
    const before = await userInScope(operation, id)
    requireCurrentRevision(before, revision)
    assertFutureEnd(operation, asked)
    const change = withRoleEnd(before, asked)
    await assertMayChangeUser(operation, before, change, assertServiceAccountChange)
    assertMayChangeMyMethods(operation, before, change)
    await assertNoForeignNames(operation, changedAddresses(before, change), id)
    await assertMayChangeAddress(operation, await operation.authority(), {
      before,
      change,
      addresses: codeAddresses,
    })
    return apply(operation, before, change)
  }

  /** Makes the same change of several users, all or none. A refusal names the user. */
  async function changeEach(
    operator: Operator,
    ids: readonly number[],
    asked: Pick<UserToChange, 'status' | 'roleId' | 'roleUntil'>,
  ) {
    return operations.run(operator, async (operation) => {
      assertFutureEnd(operation, asked)
      let changed = 0
      for (const [index, id] of [...new Set(ids)].entries()) {
        if (id === operator.userId) throw new Refusal('own-account')
        if (index % USERS_PER_BATCH === 0) await setImmediate()
        const before = await userInScope(operation, id)
        const change = await withSubject(before.username, async () => {
          const complete = withRoleEnd(before, asked)
          await assertMayChangeUser(operation, before, complete, assertServiceAccountChange)
          return complete
        })
        const after = await apply(operation, before, change)
        if (after.revision !== before.revision) changed++
      }
      return { changed }
    })
  }

  return {
    /** Adds a user. `within` is called with the user in the same transaction. */
    async add(
      operator: Operator,
      { password, ...user }: UserToAdd,
      within?: (operation: Operation, user: User) => Promise<void>,
    ) {
      const { username } = user
      assertNoProblem(problemOfUsername(username) ?? problemOfDetails(user))
      if (password !== undefined) assertNoProblem(passwordRules.problemOf(password, user))
      if (isServiceAccount(user)) throw new Refusal('service-account-method')
      const passwordHash = password === undefined ? '' : await hashes.hash(password)
      return operations.run(operator, async (operation) => {
        const users = createUserStore(operation.transaction)
        const authority = await operation.authority()
        const { status = ENABLED, deptId = authority.ownDepartment, dataScope = '', roleId } = user
        await assertMembership(operation, NO_MEMBERSHIP, user)
        await requireKnownRole(operation, { roleId, dataScope }, authority)
        await authority.assertMayManageUser({ roleId, deptId, dataScope })
        await requireFreeName(operation, username)
        await assertNoForeignNames(operation, user)
        const added = { ...user, deptId, dataScope, status, passwordHash }
        const id = await users.insert(added, operation.at)
        const after = await existingUser(operation, id)
        await noteUser(operation, 'user.create', after, { after: await withRoleKey(operation, after) })
        await within?.(operation, after)
        if (await isAdmin(operation, after)) await emitAdminGranted(operation, after, 'created')
        return after
      })
    },

    /**
     * Changes a user. All of the user's tokens are revoked by another name, role, end of the role, data scope or other login
     * methods, by disabling the user, and by requiring a new password.
     */
    async change(operator: Operator, id: number, change: UserToChange) {
      assertNoProblem(
        (change.username === undefined ? undefined : problemOfUsername(change.username)) ??
          problemOfDetails(change),
      )
      return operations.run(operator, (operation) => changeOne(operation, id, change))
    },

    /** Changes a user as part of another operation, with the checks of `change`. */
    changeWithin: changeOne,

    /** Enables or disables all of the users or none. The operator's own account is refused. */
    setStatus: (operator: Operator, ids: readonly number[], status: Status) =>
      changeEach(operator, ids, { status }),

    /** Gives all of the users or none another role, or another end of it. The operator's own account is refused. */
    setRole: (operator: Operator, ids: readonly number[], { roleId, roleUntil = null }: RoleToGive) =>
      changeEach(operator, ids, { roleId, roleUntil }),

    /** Changes the operator's own name and e-mail address, which no permission is needed for. */
    async changeOwnDetails(operator: Operator, { revision, nickName, email }: OwnDetails) {
      assertNoProblem(problemOfDetails({ nickName, email }))
      return operations.run(operator, async (operation) => {
        const before = await existingUser(operation, operator.userId)
        requireCurrentRevision(before, revision)
        assertMayChangeMyAddress(operation, { before, change: { email }, addresses: codeAddresses })
        await assertNoForeignNames(operation, changedAddresses(before, { email }), operator.userId)
        return apply(operation, before, { nickName, email })
      })
    },

    /** Sets the password and revokes all of the user's tokens. */
    async setPassword(operator: Operator, id: number, { password, pwdChangeDue = false }: NewPassword) {
      // Someone who has stolen a session must not take over the account.
      if (operator.userId === id) throw new Refusal('own-password')
      assertNoProblem(passwordRules.problemOf(password))
      const passwordHash = await hashes.hash(password)
      return operations.run(operator, async (operation) => {
        const before = await changeableUser(operation, id)
        if (isServiceAccount(before)) throw new Refusal('service-account')
        assertNoProblem(passwordRules.problemOf(password, before))
        await setPasswordHash(operation, before, { passwordHash, pwdChangeDue })
        await resetSecondFactorFailures(operation.transaction, id)
        await emitIfAdmin(operation, 'admin.password-reset', before)
        return existingUser(operation, id)
      })
    },

    /** Deletes all of the users or none, and revokes their tokens. Returns the service accounts that stop and are in the operator's scope. */
    async remove(operator: Operator, ids: readonly number[]) {
      return operations.run(operator, async (operation) => {
        const users = createUserStore(operation.transaction)
        const scope = await (await operation.authority()).current.scope()
        for (const [index, id] of [...new Set(ids)].entries()) {
          if (index % USERS_PER_BATCH === 0) await setImmediate()
          const before = await changeableUser(operation, id)
          await requireAnotherAdmin(operation, before)
          await users.lock(id)
          await endTokens(operation, id)
          const state = await withRoleKey(operation, before)
          const secondFactor = await hasSecondFactor(operation, id)
          await users.remove(id)
          // A user who is added with the same name has none.
          const lost = secondFactor ? { secondFactor } : {}
          await noteUser(operation, 'user.delete', before, { before: { ...state, ...lost } })
        }
        const stoppedAccounts = await createOwnerAccessStore(operation.transaction).stoppedWith(scope, ids)
        return { removed: new Set(ids).size, stoppedAccounts }
      })
    },
  }
}

async function apply(operation: Operation, before: User, change: UserChange): Promise<User> {
  const { userId } = before
  const users = createUserStore(operation.transaction)
  const differing = whatDiffers(before, change)
  if (isEmpty(differing)) return before
  await users.lock(userId)
  await users.change(userId, differing, operation.at)
  const after = await existingUser(operation, userId)
  if (outdatesTokens(before, after)) await endTokens(operation, userId)
  if (before.deptId !== after.deptId)
    operation.changes('department', [departmentSteps.user(userId, after.deptId)])
  const isNewRole = before.roleId !== after.roleId
  const differences = isNewRole
    ? differencesOf(await withRoleKey(operation, before), await withRoleKey(operation, after))
    : differencesOf(before, after)
  await noteUser(operation, 'user.update', before, differences)
  const isGiven = isNewRole || before.roleUntil !== after.roleUntil
  const isEnabled = before.status === DISABLED && after.status === ENABLED
  if ((isGiven || isEnabled) && (await isAdmin(operation, after)))
    await emitAdminGranted(operation, after, isGiven ? 'role-changed' : 'enabled')
  return after
}

function outdatesTokens(before: User, after: User): boolean {
  if (before.username !== after.username || before.roleId !== after.roleId) return true
  if (before.roleUntil !== after.roleUntil) return true
  if (before.dataScope !== after.dataScope) return true
  if (before.loginMethods.join() !== after.loginMethods.join()) return true
  return after.status === DISABLED || (after.pwdChangeDue && !before.pwdChangeDue)
}

async function hasSecondFactor({ transaction }: Operation, id: number): Promise<boolean> {
  return (await createAccountStore(transaction).find(id))?.secondFactorEnabled ?? false
}
