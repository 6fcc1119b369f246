import { assertNoProblem, Refusal } from '../../platform/refusal/refusal.ts'
import { assertMembership } from '../department/membership.ts'
import { requireRecentLogin } from '../login/recent-login.ts'
import type { Authority, AuthorityChecks } from '../operations/authority.ts'
import { isDisabling, whatDiffers } from '../operations/differences.ts'
import type { Operation } from '../operations/operations.ts'
import { ADMIN_ROLE_KEY } from '../role/role.ts'
import { createRoleHolderStore } from '../role/role-holder.store.ts'
import type { UserData } from './list/user-batch.store.ts'
import { DISABLED } from './status.ts'
import { inWholeSeconds, permanentRoleOf, problemOfRoleEnd, ROLE_FIELDS } from './temporary-role.ts'
import type { UserChange } from './user.store.ts'
import type { User, UserDetails } from './user.ts'
import { requireFreeName, requireKnownRole, roleOf } from './user-operation.ts'

/** What operators may set. Listed, so that a new column of users is not accepted by itself. */
export type UserInput = UserDetails &
  Pick<UserChange, 'deptId' | 'dataScope' | 'status' | 'pwdChangeDue' | 'loginMethods'>

export interface UserToChange extends UserInput, Pick<UserChange, 'username' | 'roleId'> {
  /** When the role ends and the role without an end returns; null for no end. A new role has no end unless it is given. */
  readonly roleUntil?: string | null | undefined
  /** The role without an end, whether the user has it now or gets it back. It cannot be combined with `roleId`. */
  readonly permanentRoleId?: number | undefined
  /** The change is refused if the user has another revision. */
  readonly revision?: number | undefined
}

/** The change of a user, with when the role ends and which one returns then. */
interface CompleteChange extends Omit<UserToChange, 'roleUntil' | 'permanentRoleId' | 'revision'> {
  readonly roleUntil: string | null
  readonly formerRoleId: number
}

/** Returns a change with what it means for the end of the role. Throws if the user has the role for ever. */
export function withRoleEnd(
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
export function assertFutureEnd(
  { databaseTime }: Operation,
  { roleUntil }: Pick<UserToChange, 'roleUntil'>,
): void {
  if (roleUntil) assertNoProblem(problemOfRoleEnd(roleUntil, databaseTime))
}

/** Throws if a change of a user is not for accounts of programs, or makes one of a person. */
export type AssertServiceAccountChange = (
  operation: Operation,
  before: User,
  after: UserData & Pick<User, 'loginMethods' | 'status' | 'pwdChangeDue'>,
) => Promise<void>

/** Throws if the operator must not make a change of a user, or nobody may. */
export async function assertMayChangeUser(
  operation: Operation,
  before: User,
  change: CompleteChange,
  assertServiceAccountChange: AssertServiceAccountChange,
): Promise<void> {
  const own = await operation.authority()
  const isOwnAccount = operation.operator.userId === before.userId
  // Operators change nothing of their own that decides about rights, which is checked below.
  const authority = isOwnAccount ? own : authorityFor(own, before, change)
  await authority.assertMayManageUser(before)
  await assertMembership(operation, before, change)
  const { username, roleId = before.roleId, deptId = before.deptId, status } = change
  const { dataScope = before.dataScope, roleUntil, formerRoleId } = change
  const isNewRole = roleId !== before.roleId || roleUntil !== before.roleUntil
  // Not even admins prolong what was given to them until a time.
  if (isNewRole && isOwnAccount && before.roleUntil !== null) throw new Refusal('own-role')
  if (roleId !== before.roleId) await requireKnownRole(operation, { roleId, dataScope }, authority)
  if (isNewRole && isOwnAccount) await authority.assertMayChangeRole(await roleOf(operation, before.roleId))
  await authority.assertMayManageUser({ ...before, roleId, formerRoleId, deptId, dataScope })
  if (roleId !== before.roleId || status === DISABLED) await requireAnotherAdmin(operation, before)
  // Front ends send back the whole user.
  const isRenamed = username !== undefined && username !== before.username
  if (isRenamed) await requireFreeName(operation, username, before.userId)
  const { loginMethods = before.loginMethods, pwdChangeDue = before.pwdChangeDue } = change
  const after = { roleId, deptId, dataScope, loginMethods, pwdChangeDue, status: status ?? before.status }
  await assertServiceAccountChange(operation, before, after)
}

/** Returns the addresses that a change sets: an unchanged one, which front ends send back, is not checked. */
export function changedAddresses(
  before: User,
  { email, phone }: UserDetails,
): Pick<UserDetails, 'email' | 'phone'> {
  return whatDiffers(before, { email, phone })
}

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

/** Throws unless an enabled admin is left after a change. */
export async function requireAnotherAdmin(operation: Operation, user: User): Promise<void> {
  const role = await roleOf(operation, user.roleId)
  if (role.roleKey !== ADMIN_ROLE_KEY) return
  const others = await createRoleHolderStore(operation.transaction).countOtherEnabledAdmins(user.userId)
  if (others === 0) throw new Refusal('last-admin', { name: user.username })
}

/** Throws if operators change their own login methods without a recent login: the session may be stolen. */
export function assertMayChangeMyMethods(
  { operator, at }: Pick<Operation, 'operator' | 'at'>,
  before: Pick<User, 'userId' | 'loginMethods'>,
  change: { readonly loginMethods?: readonly string[] | undefined },
): void {
  if (operator.source !== 'http' || operator.userId !== before.userId) return
  if (change.loginMethods === undefined || change.loginMethods.join() === before.loginMethods.join()) return
  requireRecentLogin({ issuedAt: operator.loggedInAt ?? 0 }, at)
}
