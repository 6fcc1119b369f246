import { requireRecentLogin } from '../login/recent-login.ts'
import type { AuthorityChecks } from '../operations/authority.ts'
import type { Operation } from '../operations/operations.ts'
import type { User, UserDetails } from './user.ts'

/** The fields of a user that one-time codes and links are sent to. */
export type CodeAddress = 'email' | 'phone'

/** The call with which operators set passwords. */
export const SET_PASSWORD = { method: 'PUT', path: '/api/v1/sys-user/:id/password' }

interface AddressChange {
  readonly before: User
  readonly change: UserDetails
  readonly addresses: readonly CodeAddress[]
}

/**
 * Throws if the operator may not change an address that one-time codes or links are sent to. Whoever can change it can log in as
 * the user, so it requires the permission to set the user's password.
 */
export async function assertMayChangeAddress(
  operation: Pick<Operation, 'operator' | 'at'>,
  authority: Pick<AuthorityChecks, 'assertMayCall'>,
  changed: AddressChange,
): Promise<void> {
  if (operation.operator.userId === changed.before.userId) assertMayChangeMyAddress(operation, changed)
  else if (changesAddress(changed)) await authority.assertMayCall(SET_PASSWORD)
}

/** Throws unless the operator, who changes the own address, has logged in recently: the session may be stolen. */
export function assertMayChangeMyAddress(
  { operator, at }: Pick<Operation, 'operator' | 'at'>,
  changed: AddressChange,
): void {
  if (operator.source !== 'http' || !changesAddress(changed)) return
  requireRecentLogin({ issuedAt: operator.loggedInAt ?? 0 }, at)
}

function changesAddress({ before, change, addresses }: AddressChange): boolean {
  return addresses.some((field) => change[field] !== undefined && change[field] !== before[field])
}
