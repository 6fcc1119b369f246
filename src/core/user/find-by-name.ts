import { Refusal } from '../../platform/refusal/refusal.ts'
import type { RoleStore } from '../role/role.store.ts'
import type { Role } from '../role/role.ts'
import type { UserListStore } from './list/user-list.store.ts'
import { ALL_USERS } from './list/user-scope.ts'
import type { UserStore } from './user.store.ts'
import type { User } from './user.ts'

/** How many users with a similar beginning are compared with a name. */
const MAX_COMPARED = 200

/** Returns the user with this name. Throws if there is none, with a similar name if there is one. Only for commands. */
export async function requireUser(
  users: Pick<UserStore, 'findByName'>,
  userList: Pick<UserListStore, 'page'>,
  username: string,
): Promise<User> {
  const user = await users.findByName(username)
  if (user) return user
  const names = new Set<string>()
  for (const beginning of new Set([username.slice(0, 3), username.slice(0, 1), ''])) {
    const filter = beginning === '' ? {} : { username: beginning }
    const order = { by: 'username', descending: false } as const
    const { list } = await userList.page(ALL_USERS, filter, order, { pageIndex: 1, pageSize: MAX_COMPARED })
    for (const one of list) names.add(one.username)
  }
  throw await withSuggestion(new Refusal('user-unknown', { name: username }), username, names)
}

async function withSuggestion(refusal: Refusal, unknown: string, known: Iterable<string>): Promise<Error> {
  // Imported here: help starts faster without the package that compares texts.
  const { mostSimilar } = await import('../../platform/settings/similar-name.ts')
  const name = mostSimilar(unknown, [...known])
  return name === undefined ? refusal : new Error(`${refusal.text('en')} Did you mean “${name}”?`)
}

/** Returns the role with this key. Throws if there is none, with a similar key if there is one. Only for commands. */
export async function requireRole(
  roles: Pick<RoleStore, 'all' | 'findByKey'>,
  roleKey: string,
): Promise<Role> {
  const role = await roles.findByKey(roleKey)
  if (role) return role
  const keys = (await roles.all()).map((known) => known.roleKey)
  throw await withSuggestion(new Refusal('role-unknown', { role: `"${roleKey}"` }), roleKey, keys)
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
