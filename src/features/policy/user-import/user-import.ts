import type { Operator } from '../../../core/audit-log/operator.ts'
import { NO_DEPARTMENT } from '../../../core/department/department.ts'
import { requireKnownDepartments } from '../../../core/department/departments.ts'
import type { Operation, Operations } from '../../../core/operations/operations.ts'
import { operatorFields } from '../../../core/operations/operator-event.ts'
import { HASH_LIMIT, isPasswordHash, isTooExpensive } from '../../../core/password/hash-function.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { usernameKey } from '../../../core/user/name/username.ts'
import { ENABLED, type Status } from '../../../core/user/status.ts'
import { createUserStore, type NewUser, type UserStore } from '../../../core/user/user.store.ts'
import type { UserDetails } from '../../../core/user/user.ts'
import { createUserAddressStore, type UserAddressStore } from '../../../core/user/user-address.store.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'
import { assertNoProblem, type InputProblem, Refusal } from '../../../platform/refusal/refusal.ts'

/** A user of another system, with the password hash from there. */
export interface UserToImport extends UserDetails {
  readonly username: string
  readonly roleKey: string
  readonly passwordHash: string
  /** 0 or undefined: no department. */
  readonly deptId?: number | undefined
  readonly status?: Status | undefined
  readonly pwdChangeDue?: boolean | undefined
}

export type UserImport = ReturnType<typeof createUserImport>

export function createUserImport(operations: Operations) {
  return {
    /** Adds the users that do not exist yet, all or none. Others are known, for example from an import that was interrupted. */
    async add(operator: Operator, users: readonly UserToImport[]) {
      for (const user of users) assertNoProblem(problemOfHash(user))
      return operations.run(operator, (operation) => addImportedUsers(operation, users))
    },
  }
}

/**
 * Adds the users that do not exist yet within a change that may consist of more. Their hashes have been checked; an empty one is no
 * password.
 */
export async function addImportedUsers(operation: Operation, users: readonly UserToImport[]) {
  const roleIds = await rolesOf(operation, users)
  const fresh = await unknownOf(operation, users)
  const stored = await addressConflicts(storesIn(operation), fresh)
  const [name] = [...stored.map((conflict) => conflict.name), ...fresh.flatMap(createConflictCheck())]
  if (name !== undefined) throw new Refusal('username-address', { name })
  await assertMayManageUsers(operation, fresh, roleIds)
  const { ownDepartment } = await operation.authority()
  const rows = fresh.map(({ roleKey, ...user }): NewUser => {
    const roleId = roleIds.get(roleKey)
    if (roleId === undefined) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
    return { ...user, roleId, deptId: user.deptId ?? ownDepartment, status: user.status ?? ENABLED }
  })
  const roleKeys = new Map([...roleIds].map(([roleKey, roleId]) => [roleId, roleKey]))
  const store = createUserStore(operation.transaction)
  for await (const part of batchesOf(rows)) {
    await store.insertMany(part, operation.at)
    const entries = part.map(({ username, roleId, deptId, status }) => {
      return { username, roleId, roleKey: roleKeys.get(roleId), deptId, status }
    })
    const deptIds = [...new Set(part.map(({ deptId = NO_DEPARTMENT }) => deptId))]
    const change = { action: 'user.import', deptIds, target: `${part.length} users` } as const
    // A review decides by the roles that are given. A million names would not fit into memory.
    const first = [...new Map(entries.map((entry) => [entry.roleKey, entry])).values()]
    const reviewed =
      operation.operator.source === 'command' ? { ...change, after: { users: first } } : undefined
    await operation.note({ ...change, after: { users: entries } }, reviewed)
  }
  const admins = fresh.filter(({ roleKey }) => roleKey === ADMIN_ROLE_KEY)
  if (admins.length > 0) await emitAdminsImported(operation, admins)
  return { added: fresh.length, known: users.length - fresh.length }
}

const MAX_NAMES_IN_EVENT = 20

/** One event for all of them: an import may contain many. */
async function emitAdminsImported(operation: Operation, admins: readonly UserToImport[]): Promise<void> {
  const names = admins.slice(0, MAX_NAMES_IN_EVENT).map(({ username }) => username)
  const others = admins.length - names.length
  const username = names.join(', ') + (others > 0 ? `, … (${others} more)` : '')
  const fields = { username, count: admins.length, change: 'imported', ...operatorFields(operation.operator) }
  await operation.emit({ kind: 'admin.granted', fields })
}

async function rolesOf(operation: Operation, users: readonly UserToImport[]) {
  const roles = createRoleStore(operation.transaction)
  const ids = new Map<string, number>()
  for (const roleKey of new Set(users.map((user) => user.roleKey))) {
    const role = await roles.findByKey(roleKey)
    if (!role) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
    ids.set(roleKey, role.roleId)
  }
  return ids
}

/** Throws unless the operator may add users with these roles to these departments. */
async function assertMayManageUsers(
  operation: Operation,
  users: readonly UserToImport[],
  roleIds: ReadonlyMap<string, number>,
): Promise<void> {
  const authority = await operation.authority()
  const departments = new Map<number, Set<number>>()
  for (const { roleKey, deptId = authority.ownDepartment } of users) {
    const roles = departments.get(deptId) ?? new Set()
    departments.set(deptId, roles.add(roleIds.get(roleKey) ?? 0))
  }
  await requireKnownDepartments(operation, [...departments.keys()])
  for (const [deptId, roles] of departments) {
    for (const roleId of roles) await authority.assertMayManageUser({ roleId, deptId, dataScope: '' })
  }
}

/** A name that only looks like an existing one is refused. */
async function unknownOf(operation: Operation, users: readonly UserToImport[]): Promise<UserToImport[]> {
  const usernames = users.map(({ username }) => username)
  const holders = await createUserStore(operation.transaction).holdersOf(usernames)
  const seen = new Set<string>()
  return users.filter(({ username }) => {
    const key = usernameKey(username)
    const holder = holders.get(key)
    if (seen.has(key) || (holder && holder.username !== username))
      throw new Refusal('username-taken', { name: username })
    seen.add(key)
    return !holder
  })
}

/** What a row says about the names of its user. */
type Named = Pick<UserToImport, 'username' | 'email' | 'phone'>

export interface NameStores {
  readonly users: Pick<UserStore, 'holdersOf'>
  readonly userAddresses: Pick<UserAddressStore, 'namedLike'>
}

function storesIn({ transaction }: Operation): NameStores {
  return { users: createUserStore(transaction), userAddresses: createUserAddressStore(transaction) }
}

/** Returns the names of rows that users who exist have the other way round: as the username or as an address. */
export async function addressConflicts(
  { users: stored, userAddresses }: NameStores,
  users: readonly Named[],
): Promise<{ readonly name: string; readonly username: string }[]> {
  const addressed = await userAddresses.namedLike(users.map(({ username }) => username))
  const taken = new Set(addressed.flatMap(({ email, phone }) => [email, phone]).map(usernameKey))
  const holders = await stored.holdersOf(users.flatMap(addressesOf))
  return users.flatMap((user) => {
    const { username } = user
    const foreign = addressesOf(user).filter((address) => {
      const holder = holders.get(usernameKey(address))
      return holder !== undefined && holder.username !== username
    })
    const names = taken.has(usernameKey(username)) ? [username, ...foreign] : foreign
    return names.map((name) => ({ name, username }))
  })
}

function addressesOf({ email = '', phone = '' }: Named): string[] {
  return [email, phone].filter((address) => address !== '')
}

/** Creates a function that returns the names of a row that earlier rows have the other way round: as an address or as the username. */
export function createConflictCheck() {
  const usernames = new Map<string, string>()
  const addresses = new Map<string, string>()
  return (user: Named): string[] => {
    const { username } = user
    const own = addressesOf(user)
    const found = own.filter((address) => (usernames.get(usernameKey(address)) ?? username) !== username)
    const holder = addresses.get(usernameKey(username)) ?? username
    usernames.set(usernameKey(username), username)
    for (const address of own) addresses.set(usernameKey(address), username)
    return holder === username ? found : [username, ...found]
  }
}

/** Returns why a password hash cannot be imported; undefined if it can. */
export function problemOfHash(
  user: Pick<UserToImport, 'username' | 'passwordHash'>,
): InputProblem | undefined {
  const { username, passwordHash } = user
  if (isPasswordHash(passwordHash)) return undefined
  return isTooExpensive(passwordHash)
    ? {
        field: 'passwordHash',
        en: `the password hash of "${username}" takes too much time or memory to verify. Accepted: ${HASH_LIMIT.en}. Leave this user out of the import, and add them with a new password.`,
        zh: `“${username}”的密码哈希验证开销过大。可接受：${HASH_LIMIT.zh}。请不要导入该用户，改为用新密码添加。`,
      }
    : {
        field: 'passwordHash',
        en: `the password hash of "${username}" is neither argon2id nor bcrypt.`,
        zh: `“${username}”的密码哈希既不是 argon2id 也不是 bcrypt。`,
      }
}
