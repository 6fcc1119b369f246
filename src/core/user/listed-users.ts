import type { Operator } from '../audit-log/operator.ts'
import { type RoleParts, withRoles } from '../role/with-roles.ts'
import type { UserActivityStore } from '../session/user-activity.store.ts'
import type { UserScope } from './list/user-scope.ts'
import type { SimilarNameStore } from './name/similar-name.store.ts'
import type { User } from './user.ts'

/** Who sees the users. */
export interface Reader {
  readonly operator: Operator
  readonly scope: UserScope
}

export interface ListedUserParts extends RoleParts {
  readonly userActivity: UserActivityStore
  /** Reads the names of those with whom users are suspended. */
  readonly suspensions: { otherNames(users: readonly User[]): Promise<ReadonlyMap<number, string>> }
  readonly similarNames: SimilarNameStore
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
  const { userActivity, suspensions, similarNames, now } = parts
  const userIds = found.map(({ userId }) => userId)
  const activityOf = await userActivity.of(userIds, now())
  const similarTo = await similarNames.of(
    scope,
    found.map(({ username }) => username),
  )
  const otherNames = await suspensions.otherNames(found)
  const active = found.map(({ suspension, ...user }) => ({
    ...user,
    ...(suspension ? { suspension: { ...suspension, withUsername: otherNames.get(user.userId) ?? '' } } : {}),
    ...activityOf(user.userId),
    similarNames: similarTo(user.username),
  }))
  return withRoles(active, operator, parts)
}
