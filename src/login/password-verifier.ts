import type { AccountStore } from '../user/account.store.ts'
import type { UserStore } from '../user/user.store.ts'
import type { CredentialVerifier } from './credential-verifier.ts'
import { DECOY_HASH, type PasswordHashes } from './password-hash.ts'

export interface PasswordVerifierOptions {
  readonly accounts: AccountStore
  readonly users: UserStore
  readonly hashes: PasswordHashes
}

/** Checks username and password, and takes equally long whether the user exists, is disabled, or is neither. */
export function createPasswordVerifier({
  accounts,
  users,
  hashes,
}: PasswordVerifierOptions): CredentialVerifier {
  return {
    async verify({ username, password }) {
      const account = await accounts.findByName(username)
      const matches = await hashes.matches(password, account?.passwordHash ?? DECOY_HASH)
      if (!account || !matches || !account.enabled) return undefined
      if (!hashes.isCurrent(account.passwordHash)) {
        await users.replaceHash(account.userId, account.passwordHash, await hashes.hash(password))
      }
      return account
    },
  }
}
