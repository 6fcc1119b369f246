import type { User } from '../accounts/user/user.ts'
import { requireRecentLogin } from '../authentication/login/recent-login.ts'
import type { Operation } from './operations.ts'

/** Throws if operators change their own login methods without a recent login: the session may be stolen. */
export function refuseOwnMethodChange(
  { operator, at }: Pick<Operation, 'operator' | 'at'>,
  before: Pick<User, 'userId' | 'loginMethods'>,
  change: { readonly loginMethods?: readonly string[] | undefined },
): void {
  if (operator.source !== 'http' || operator.userId !== before.userId) return
  if (change.loginMethods === undefined || change.loginMethods.join() === before.loginMethods.join()) return
  requireRecentLogin({ issuedAt: operator.loggedInAt ?? 0 }, at)
}
