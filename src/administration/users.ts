import { setImmediate } from 'node:timers/promises'
import { ADMIN_ROLE_KEY } from '../accounts/role/role.ts'
import { createServiceAccountStore } from '../accounts/service-account/service-account.store.ts'
import { isServiceAccount } from '../accounts/service-account/service-account.ts'
import { DISABLED, ENABLED, type Status } from '../accounts/status.ts'
import { createAccountStore } from '../accounts/user/account.store.ts'
import { createRoleHolderStore } from '../accounts/user/role-holder.store.ts'
import { inWholeSeconds, permanentRoleOf, problemOfRoleEnd } from '../accounts/user/temporary-role.ts'
import { createUserStore, type UserChange } from '../accounts/user/user.store.ts'
import { problemOfDetails, type User, type UserDetails } from '../accounts/user/user.ts'
import { problemOfUsername } from '../accounts/user/username.ts'
import { requireRecentLogin } from '../authentication/login/recent-login.ts'
import { resetSecondFactorFailures } from '../authentication/login/second-factor-throttle.ts'
import type { PasswordHashes } from '../authentication/password/password-hash.ts'
import type { PasswordRules } from '../authentication/password/password-rules.ts'
import { departmentSteps } from '../authorization/data-scope/department-steps.ts'
import { Refusal, refuseInput, withSubject } from '../foundation/refusal/refusal.ts'
import type { Operator } from '../logs/audit-log/operator.ts'
import type { Authority, AuthorityChecks } from './authority/authority.ts'
import { type CodeAddress, refuseAddressChange, refuseOwnAddressChange } from './code-addresses.ts'
import { NO_MEMBERSHIP, refuseMembership } from './department/membership.ts'
import { differencesOf, isDisabling, isEmpty, refuseOldRevision, whatDiffers } from './differences.ts'
import type { Operation, Operations } from './operations.ts'
import { type RequiresSecondFactor, refuseServiceChange } from './service-account/service-accounts.ts'
import {
  changeableUser,
  emitAdminGranted,
  emitIfAdmin,
  endTokens,
  existingUser,
  isAdmin,
  noteUser,
  refuseForeignNames,
  refuseTakenName,
  refuseUnknownRole,
  roleOf,
  setPasswordHash,
  userInScope,
  withRoleKey,
} from './user-operation.ts'

/** What operators may set. Listed, so that a new column of users is not accepted by itself. */
type UserInput = UserDetails &
  Pick<UserChange, 'deptId' | 'dataScope' | 'status' | 'pwdChangeDue' | 'loginMethods'>

export interface UserToAdd extends UserInput {
  readonly username: string
  /** Undefined for a user who is invited: no password matches. */
  readonly password: string | undefined
  readonly roleId: number
}

export interface UserToChange extends UserInput, Pick<UserChange, 'username' | 'roleId'> {
  /** When the role ends and the role without an end returns; null for no end. A new role has no end unless it is given. */
  readonly roleUntil?: string | null | undefined
  /** The role without an end, whether the user has it now or gets it back. It cannot be combined with `roleId`. */
  readonly permanentRoleId?: number | undefined
  /** The change is refused if the user has another revision. */
  readonly revision?: number | undefined
}

/** A role, and when it ends; by default never. */
export type RoleToGive = Pick<UserToChange, 'roleUntil'> & { readonly roleId: number }

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
  readonly requiresSecondFactor: RequiresSecondFactor
}) {
  const { operations, hashes, passwordRules, codeAddresses, requiresSecondFactor } = options

  async function changeOne(operation: Operation, id: number, { revision, ...asked }: UserToChange) {
    const before = await userInScope(operation, id)
    refuseOldRevision(before, revision)
    refusePastEnd(operation, asked)
    const change = withRoleEnd(before, asked)
    await refuseChange(operation, before, change, requiresSecondFactor)
    refuseOwnMethodChange(operation, before, change)
    await refuseForeignNames(operation, changedAddresses(before, change), id)
    await refuseAddressChange(operation, await operation.authority(), {
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
      refusePastEnd(operation, asked)
      let changed = 0
      for (const [index, id] of [...new Set(ids)].entries()) {
        if (id === operator.userId) throw new Refusal('own-account')
        if (index % USERS_PER_BATCH === 0) await setImmediate()
        const before = await userInScope(operation, id)
        const change = await withSubject(before.username, async () => {
          const complete = withRoleEnd(before, asked)
          await refuseChange(operation, before, complete, requiresSecondFactor)
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
      refuseInput(problemOfUsername(username) ?? problemOfDetails(user))
      if (password !== undefined) refuseInput(passwordRules.problemOf(password, user))
      if (isServiceAccount(user)) throw new Refusal('service-account-method')
      const passwordHash = password === undefined ? '' : await hashes.hash(password)
      return operations.run(operator, async (operation) => {
        const users = createUserStore(operation.transaction)
        const authority = await operation.authority()
        const { status = ENABLED, deptId = authority.ownDepartment, dataScope = '', roleId } = user
        await refuseMembership(operation, NO_MEMBERSHIP, user)
        await refuseUnknownRole(operation, { roleId, dataScope }, authority)
        await authority.refuseUser({ roleId, deptId, dataScope })
        await refuseTakenName(operation, username)
        await refuseForeignNames(operation, user)
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
      refuseInput(
        (change.username === undefined ? undefined : problemOfUsername(change.username)) ??
          problemOfDetails(change),
      )
      return operations.run(operator, (operation) => changeOne(operation, id, change))
    },

    /** Changes a user as part of another operation, with the checks of `change`. */
    changeWithin: changeOne,

    /** Gives a user a role as part of another change, with the checks of `change`. */
    giveRole: (operation: Operation, id: number, role: RoleToGive) => changeOne(operation, id, role),

    /** Enables or disables all of the users or none. The operator's own account is refused. */
    setStatus: (operator: Operator, ids: readonly number[], status: Status) =>
      changeEach(operator, ids, { status }),

    /** Gives all of the users or none another role, or another end of it. The operator's own account is refused. */
    setRole: (operator: Operator, ids: readonly number[], { roleId, roleUntil = null }: RoleToGive) =>
      changeEach(operator, ids, { roleId, roleUntil }),

    /** Changes the operator's own name and e-mail address, which no permission is needed for. */
    async changeOwnDetails(operator: Operator, { revision, nickName, email }: OwnDetails) {
      refuseInput(problemOfDetails({ nickName, email }))
      return operations.run(operator, async (operation) => {
        const before = await existingUser(operation, operator.userId)
        refuseOldRevision(before, revision)
        refuseOwnAddressChange(operation, { before, change: { email }, addresses: codeAddresses })
        await refuseForeignNames(operation, changedAddresses(before, { email }), operator.userId)
        return apply(operation, before, { nickName, email })
      })
    },

    /** Sets the password and revokes all of the user's tokens. */
    async setPassword(operator: Operator, id: number, { password, pwdChangeDue = false }: NewPassword) {
      // Someone who has stolen a session must not take over the account.
      if (operator.userId === id) throw new Refusal('own-password')
      refuseInput(passwordRules.problemOf(password))
      const passwordHash = await hashes.hash(password)
      return operations.run(operator, async (operation) => {
        const before = await changeableUser(operation, id)
        if (isServiceAccount(before)) throw new Refusal('service-account')
        refuseInput(passwordRules.problemOf(password, before))
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
          await refuseForLastAdmin(operation, before)
          await users.lock(id)
          await endTokens(operation, id)
          const state = await withRoleKey(operation, before)
          const secondFactor = await hasSecondFactor(operation, id)
          await users.remove(id)
          // A user who is added with the same name has none.
          const lost = secondFactor ? { secondFactor } : {}
          await noteUser(operation, 'user.delete', before, { before: { ...state, ...lost } })
        }
        const serviceAccounts = createServiceAccountStore(operation.transaction)
        return { removed: new Set(ids).size, stoppedAccounts: await serviceAccounts.stoppedWith(scope, ids) }
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

/** The change of a user, with when the role ends and which one returns then. */
interface CompleteChange extends Omit<UserToChange, 'roleUntil' | 'permanentRoleId' | 'revision'> {
  readonly roleUntil: string | null
  readonly formerRoleId: number
}

/** Returns a change with what it means for the end of the role. Throws if the user has the role for ever. */
function withRoleEnd(
  before: User,
  { permanentRoleId, ...change }: Omit<UserToChange, 'revision'>,
): CompleteChange {
  const { roleUntil: end, formerRoleId: former } = before
  if (permanentRoleId !== undefined) {
    return end === null
      ? { ...change, roleId: permanentRoleId, roleUntil: null, formerRoleId: former }
      : { ...change, roleUntil: end, formerRoleId: permanentRoleId }
  }
  const { roleId = before.roleId } = change
  const isNewRole = roleId !== before.roleId
  const { roleUntil = isNewRole ? null : end } = change
  if (roleUntil === null) return { ...change, roleUntil, formerRoleId: 0 }
  const formerRoleId = permanentRoleOf(before)
  if (roleId === formerRoleId && (isNewRole || end === null)) throw new Refusal('role-held')
  return { ...change, roleUntil: inWholeSeconds(roleUntil), formerRoleId }
}

/** Throws if a role cannot end at a time. */
function refusePastEnd({ databaseTime }: Operation, { roleUntil }: Pick<UserToChange, 'roleUntil'>): void {
  if (roleUntil) refuseInput(problemOfRoleEnd(roleUntil, databaseTime))
}

async function refuseChange(
  operation: Operation,
  before: User,
  change: CompleteChange,
  requiresSecondFactor: RequiresSecondFactor,
): Promise<void> {
  const own = await operation.authority()
  const isOwnAccount = operation.operator.userId === before.userId
  // Operators change nothing of their own that decides about rights, which is checked below.
  const authority = isOwnAccount ? own : authorityFor(own, before, change)
  await authority.refuseUser(before)
  await refuseMembership(operation, before, change)
  const { username, roleId = before.roleId, deptId = before.deptId, status } = change
  const { dataScope = before.dataScope, roleUntil, formerRoleId } = change
  const isNewRole = roleId !== before.roleId || roleUntil !== before.roleUntil
  // Not even admins prolong what was given to them until a time.
  if (isNewRole && isOwnAccount && before.roleUntil !== null) throw new Refusal('own-role')
  if (roleId !== before.roleId) await refuseUnknownRole(operation, { roleId, dataScope }, authority)
  if (isNewRole && isOwnAccount) await authority.refuseChangeOf(await roleOf(operation, before.roleId))
  await authority.refuseUser({ ...before, roleId, formerRoleId, deptId, dataScope })
  if (roleId !== before.roleId || status === DISABLED) await refuseForLastAdmin(operation, before)
  // Front ends send back the whole user.
  const isRenamed = username !== undefined && username !== before.username
  if (isRenamed) await refuseTakenName(operation, username, before.userId)
  const { loginMethods = before.loginMethods, pwdChangeDue = before.pwdChangeDue } = change
  const after = { roleId, deptId, dataScope, loginMethods, pwdChangeDue, status: status ?? before.status }
  await refuseServiceChange(operation, before, after, requiresSecondFactor)
}

/** Returns the addresses that a change sets: an unchanged one, which front ends send back, is not checked. */
function changedAddresses(before: User, { email, phone }: UserDetails): Pick<UserDetails, 'email' | 'phone'> {
  return whatDiffers(before, { email, phone })
}

async function hasSecondFactor({ transaction }: Operation, id: number): Promise<boolean> {
  return (await createAccountStore(transaction).find(id))?.secondFactorEnabled ?? false
}

const ROLE_FIELDS: readonly string[] = ['roleId', 'roleUntil', 'formerRoleId']

/** Returns the authority that a change of a user needs: only a role until a time ends by itself. */
function authorityFor(own: Authority, before: User, change: CompleteChange): AuthorityChecks {
  const differing = whatDiffers(before, change)
  if (isDisabling(differing)) return own.current
  if (!Object.keys(differing).every((field) => ROLE_FIELDS.includes(field))) return own
  const { roleId = before.roleId, roleUntil } = change
  if (roleUntil !== null) return own.until(Date.parse(roleUntil))
  const isOnlyEnded = before.roleUntil !== null && roleId === before.formerRoleId
  return isOnlyEnded ? own.current : own
}

/** Refuses a change after which no enabled admin would be left. */
async function refuseForLastAdmin(operation: Operation, user: User): Promise<void> {
  const role = await roleOf(operation, user.roleId)
  if (role.roleKey !== ADMIN_ROLE_KEY) return
  const others = await createRoleHolderStore(operation.transaction).countOtherEnabledAdmins(user.userId)
  if (others === 0) throw new Refusal('last-admin', { name: user.username })
}

/** Throws if operators change their own login methods without a recent login: the session may be stolen. */
function refuseOwnMethodChange(
  { operator, at }: Pick<Operation, 'operator' | 'at'>,
  before: Pick<User, 'userId' | 'loginMethods'>,
  change: { readonly loginMethods?: readonly string[] | undefined },
): void {
  if (operator.source !== 'http' || operator.userId !== before.userId) return
  if (change.loginMethods === undefined || change.loginMethods.join() === before.loginMethods.join()) return
  requireRecentLogin({ issuedAt: operator.loggedInAt ?? 0 }, at)
}
