import type { User } from '../../../../accounts/user/user.ts'
import type { Operator } from '../../../../logs/audit-log/operator.ts'
import type { RouteParts } from '../../route-parts.ts'
import { withRoles } from '../with-roles.ts'

/**
 * Adds the last login, the number of sessions and the role to each user, with whom the user is suspended, and whether the operator
 * may change the user.
 */
export async function listedUsers(found: readonly User[], operator: Operator, parts: RouteParts) {
  const { userActivity, suspensions, now } = parts
  const userIds = found.map(({ userId }) => userId)
  const activityOf = await userActivity.of(userIds, now())
  const suspended = found.filter(({ suspension }) => suspension).map(({ userId }) => userId)
  const names = new Map(
    (await suspensions.among(suspended)).map(({ userId, withUsername }) => [userId, withUsername]),
  )
  const active = found.map(({ suspension, ...user }) => ({
    ...user,
    ...(suspension ? { suspension: { ...suspension, withUsername: names.get(user.userId) ?? '' } } : {}),
    ...activityOf(user.userId),
  }))
  return withRoles(active, operator, parts)
}
