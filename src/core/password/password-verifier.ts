import type { AccountStore } from '../user/account.store.ts'
import type { UserStore } from '../user/user.store.ts'
import type { CredentialVerifier } from './credential-verifier.ts'
import type { PasswordHashes } from './password-hash.ts'
import type { StoredHashKinds } from './stored-hash-kinds.ts'

interface PasswordVerifierOptions {
  readonly accounts: AccountStore
  readonly users: Pick<UserStore, 'replaceHash'>
  readonly hashes: PasswordHashes
  readonly storedHashKinds: StoredHashKinds
}

/**
 * Creates the verifier of usernames and passwords. It takes the same time whether the user exists or not, is disabled, or has
 * an imported hash of another kind.
 */
export function createPasswordVerifier(options: PasswordVerifierOptions): CredentialVerifier {
  const { accounts, users, hashes, storedHashKinds } = options
  return {
    async verify({ username, password }) {
      const account = await accounts.findByName(username)
      if (account) storedHashKinds.notice(account.passwordHash)
      const decoys = storedHashKinds.decoys()
      const matches = await hashes.matchesInEqualTime(password, account?.passwordHash, decoys)
      if (!account || !matches || !account.enabled) return undefined
      if (!hashes.isCurrent(account.passwordHash)) {
        await users.replaceHash(account.userId, account.passwordHash, await hashes.hash(password))
      }
      return account
    },
  }
}
