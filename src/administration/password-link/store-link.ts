import { createUserStore } from '../../accounts/user/user.store.ts'
import { createPasswordLinkStore } from '../../authentication/password-link/password-link.store.ts'
import { hashOfLinkSecret, newLinkSecret } from '../../authentication/password-link/password-link.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { Operation } from '../operations.ts'

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
  const expiresAt = at + minutes * 60_000
  await createPasswordLinkStore(transaction).replace(hashOfLinkSecret(secret), {
    userId,
    credentialVersion,
    expiresAt,
  })
  return secret
}
