import type { Operation } from '../../../core/operations/operations.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { createPasswordLinkStore } from './password-link.store.ts'
import { hashOfLinkSecret, newLinkSecret } from './password-link.ts'

/**
 * Stores a link for a user and returns its secret. An earlier link of the user ends. Throws if the account has changed since it
 * was read: the address that the link is sent to may be another one now.
 */
export async function storeLink(
  { transaction, at }: Operation,
  { userId, credentialVersion }: { readonly userId: number; readonly credentialVersion: number },
  minutes: number,
): Promise<string> {
  const users = createUserStore(transaction)
  await users.lock(userId)
  const current = await users.credentials(userId)
  if (current?.credentialVersion !== credentialVersion) throw new Refusal('changed-meanwhile')
  const secret = newLinkSecret()
  const expiresAt = at + minutes * MINUTE_IN_MS
  await createPasswordLinkStore(transaction).replace(hashOfLinkSecret(secret), {
    userId,
    credentialVersion,
    expiresAt,
  })
  return secret
}
