import { Refusal } from '../../platform/refusal/refusal.ts'
import type { RoleStore } from '../role/role.store.ts'
import type { Role } from '../role/role.ts'
import type { UserStore } from './user.store.ts'
import type { User } from './user.ts'

/** Returns the user with this name. Throws a refusal if there is none. */
export async function requireUser(users: Pick<UserStore, 'findByName'>, username: string): Promise<User> {
  const user = await users.findByName(username)
  if (!user) throw new Refusal('user-unknown', { name: username })
  return user
}

/** Returns the role with this key. Throws a refusal if there is none. */
export async function requireRole(roles: Pick<RoleStore, 'findByKey'>, roleKey: string): Promise<Role> {
  const role = await roles.findByKey(roleKey)
  if (!role) throw new Refusal('role-unknown', { role: `"${roleKey}"` })
  return role
}

/** Returns the ids of names, in their order. Throws for the first name that does not exist. */
export async function idsOf(
  names: readonly string[],
  idOf: (name: string) => Promise<number>,
): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push(await idOf(name))
  return ids
}
