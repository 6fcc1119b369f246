import { Refusal, withSubject } from '../../platform/refusal/refusal.ts'
import type { AuditAction, AuditedChange } from '../audit-log/audit-log-entry.ts'
import type { EventKind } from '../events/event.ts'
import type { AuthorityChecks } from '../operations/authority.ts'
import type { Operation } from '../operations/operations.ts'
import { operatorFields } from '../operations/operator-event.ts'
import { requireFound } from '../operations/require-found.ts'
import { createRoleStore } from '../role/role.store.ts'
import { ADMIN_ROLE_KEY, type Role } from '../role/role.ts'
import { createRevocationStore } from '../token/revocation.store.ts'
import type { EndReason } from '../token/revocation.ts'
import { createUserBatchStore } from './list/user-batch.store.ts'
import { usernameKey } from './name/username.ts'
import { createUserStore } from './user.store.ts'
import type { User, UserDetails } from './user.ts'
import { createUserAddressStore } from './user-address.store.ts'

/** Tells whether a role requires a second factor, which no program has. */
export type RequiresSecondFactor = (roleKey: string) => boolean

/** Locks a user, and makes a login fail that has verified the credentials of the user before. */
export async function lockCredentials({ transaction }: Operation, id: number): Promise<void> {
  const users = createUserStore(transaction)
  await users.lock(id)
  await users.outdateCredentials(id)
}

/** Revokes all of the user's tokens. */
export async function endTokens(
  { transaction, changes }: Operation,
  id: number,
  reason?: EndReason,
): Promise<void> {
  await createRevocationStore(transaction).endAll('user', id, reason)
  changes('revocation')
}

/** Throws a refusal with the name of a user, unless the operator may disable all of the users and end their sessions. */
export async function assertMayManageUsers(
  { transaction, authority }: Operation,
  userIds: readonly number[],
): Promise<void> {
  const own = (await authority()).current
  for (const { data, users } of await createUserBatchStore(transaction).groupByData(userIds)) {
    await withSubject(users[0]?.username ?? '', () => own.assertMayManageUser(data))
  }
}

/** Returns a user for the audit log, with the key of the role, which remains readable after the role is deleted. */
export async function withRoleKey(operation: Operation, user: User): Promise<User & Pick<Role, 'roleKey'>> {
  const { roleKey } = await roleOf(operation, user.roleId)
  return { ...user, roleKey }
}

/** Adds an entry about a change of a user to the audit log. */
export async function noteUser(
  operation: Operation,
  action: AuditAction & `user.${string}`,
  { userId, username }: Pick<User, 'userId' | 'username'>,
  details: Pick<AuditedChange, 'before' | 'after' | 'userIds'> = {},
): Promise<void> {
  await operation.note({ action, targetId: userId, target: username, ...details })
}

/** Stores a new password hash and ends all sessions of the user. */
export async function setPasswordHash(
  operation: Operation,
  user: User,
  change: { passwordHash: string; pwdChangeDue: boolean },
): Promise<void> {
  const users = createUserStore(operation.transaction)
  // Locked, so that no session is created while the others are ended.
  await users.lock(user.userId)
  await users.change(user.userId, change, operation.at)
  await endTokens(operation, user.userId, 'password-changed')
  await noteUser(operation, 'user.password', user, { after: { pwdChangeDue: change.pwdChangeDue } })
}

export async function existingUser({ transaction }: Operation, id: number): Promise<User> {
  return requireFound(await createUserStore(transaction).find(id), 'user', id)
}

/** Returns a user in the operator's scope. Another user is not found, like one that does not exist. */
export async function userInScope(operation: Operation, id: number): Promise<User> {
  const scope = await (await operation.authority()).current.scope()
  return requireFound(await createUserStore(operation.transaction).findIn(scope, id), 'user', id)
}

/** Returns a user in the operator's scope whom the operator may change. By default, what the user gets has no end. */
export async function changeableUser(
  operation: Operation,
  id: number,
  authority?: AuthorityChecks,
): Promise<User> {
  const user = await userInScope(operation, id)
  await (authority ?? (await operation.authority())).assertMayManageUser(user)
  return user
}

export async function roleOf({ transaction }: Operation, id: number): Promise<Role> {
  const role = await createRoleStore(transaction).find(id)
  if (!role) throw new Refusal('role-unknown', { role: id })
  return role
}

export async function isAdmin(operation: Operation, { roleId }: User): Promise<boolean> {
  return (await roleOf(operation, roleId)).roleKey === ADMIN_ROLE_KEY
}

/** Returns whether the user is an admin, or becomes one again when the role ends. */
async function holdsAdmin(operation: Operation, user: User): Promise<boolean> {
  if (await isAdmin(operation, user)) return true
  const former = await createRoleStore(operation.transaction).find(user.formerRoleId)
  return former?.roleKey === ADMIN_ROLE_KEY
}

export async function emitAdminGranted(
  operation: Operation,
  { userId, username, roleUntil }: User,
  change: 'created' | 'role-changed' | 'enabled',
): Promise<void> {
  const until = roleUntil === null ? {} : { until: roleUntil }
  const fields = { username, userId, change, ...until, ...operatorFields(operation.operator) }
  await operation.emit({ kind: 'admin.granted', fields })
}

/** Emits an event if the user is an admin, or becomes one again when the role ends. */
export async function emitIfAdmin(
  operation: Operation,
  kind: EventKind & `admin.${string}-reset`,
  user: User,
): Promise<void> {
  if (!(await holdsAdmin(operation, user))) return
  const { username, userId } = user
  await operation.emit({ kind, fields: { username, userId, ...operatorFields(operation.operator) } })
}

/**
 * Throws if there is no such role. To an operator without all data, a role that they may not assign does not exist. They may
 * assign one with a narrower data scope of the user, such as their own role if they have one themselves.
 */
export async function requireKnownRole(
  operation: Operation,
  { roleId, dataScope }: Pick<User, 'roleId' | 'dataScope'>,
  authority: AuthorityChecks,
): Promise<void> {
  const scope = await authority.scope()
  const hasDepartments = scope.kind === 'some' && scope.departments.length > 0
  // Operators without departments are refused by the department of the user, whether the role exists or not.
  if (scope.kind !== 'all' && !hasDepartments) return
  const role = await roleOf(operation, roleId)
  if (scope.kind === 'all') return
  try {
    await authority.assertMayAssignRole(dataScope === '' ? role : { ...role, dataScope })
  } catch (error) {
    // An operator whose role ends may assign it for a time, and so may know that it exists.
    if (!(error instanceof Refusal) || error.reason === 'own-role-ends') throw error
    throw new Refusal('role-unknown', { role: roleId })
  }
}

export async function requireFreeName(
  operation: Operation,
  username: string,
  besides?: number,
): Promise<void> {
  const holders = await createUserStore(operation.transaction).holdersOf([username])
  const holder = holders.get(usernameKey(username))
  if (holder && holder.id !== besides) throw new Refusal('username-taken', { name: username })
  const addressed = await createUserAddressStore(operation.transaction).namedLike([username])
  if (addressed.some(({ id }) => id !== besides)) throw new Refusal('username-address', { name: username })
}

/** The fields of users that messages are sent to. */
type Addresses = Pick<UserDetails, 'email' | 'phone'>

/** Throws if an address is the username of another user, who would get the messages to it that are sent by username. */
export async function assertNoForeignNames(
  operation: Operation,
  addresses: Addresses,
  besides?: number,
): Promise<void> {
  const [name] = Object.values(await foreignNames(operation, addresses, besides))
  if (name !== undefined) throw new Refusal('username-address', { name })
}

/** Returns those of the addresses that are the username of another user. */
export async function foreignNames(
  { transaction }: Operation,
  { email = '', phone = '' }: Addresses,
  besides?: number,
): Promise<Addresses> {
  const holders = await createUserStore(transaction).holdersOf([email, phone].filter((text) => text !== ''))
  const isForeign = (address: string): boolean => {
    const holder = holders.get(usernameKey(address))
    return holder !== undefined && holder.id !== besides
  }
  return { ...(isForeign(email) ? { email } : {}), ...(isForeign(phone) ? { phone } : {}) }
}
