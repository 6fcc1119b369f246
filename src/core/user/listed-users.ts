import type { Operator } from '../audit-log/operator.ts'
import { type RoleParts, withRoles } from '../role/with-roles.ts'
import type { BesideUserStore } from './beside-user.store.ts'
import type { UserScope } from './list/user-scope.ts'
import type { User } from './user.ts'

/** Who sees the users. */
export interface Reader {
  readonly operator: Operator
  readonly scope: UserScope
}

export interface ListedUserParts extends RoleParts {
  readonly besideUsers: BesideUserStore
  /** Reads the names of those with whom users are suspended. */
  readonly suspensions: { otherNames(users: readonly User[]): Promise<ReadonlyMap<number, string>> }
  readonly now: () => number
}

/**
 * Adds the last login, the number of sessions, the role and similar names to each user, with whom the user is suspended, and whether
 * the operator may change the user.
 */
export async function listedUsers(
  found: readonly User[],
  { operator, scope }: Reader,
  parts: ListedUserParts,
) {
  const { besideUsers, suspensions, now } = parts
  const besideOf = await besideUsers.of(scope, found, now())
  const otherNames = await suspensions.otherNames(found)
  const active = found.map(({ suspension, ...user }) => ({
    ...user,
    ...(suspension ? { suspension: { ...suspension, withUsername: otherNames.get(user.userId) ?? '' } } : {}),
    ...besideOf(user),
  }))
  return withRoles(active, operator, parts)
}
