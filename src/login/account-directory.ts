import type { AccountStore } from '../user/account.store.ts'
import type { AccountDirectory } from './credential-verifier.ts'

/** What a credential verifier may know of the accounts: those that may log in, and no password hash. */
export function createAccountDirectory(accounts: AccountStore): AccountDirectory {
  return {
    async find(username) {
      const account = await accounts.findByName(username)
      if (!account?.enabled) return undefined
      const { passwordHash: _passwordHash, enabled: _enabled, ...known } = account
      return known
    },
  }
}
