import type { Account, AccountStore } from '../user/account.store.ts'

/** The four fields of a login request. In `dev` mode the last two may be empty. */
export interface LoginRequest {
  readonly username: string
  readonly password: string
  readonly uuid: string
  readonly code: string
}

/** Finds the accounts that may log in. */
export interface AccountDirectory {
  /** Returns the enabled user with this name and its enabled role, or undefined if there is none. */
  find(username: string): Promise<Account | undefined>
}

/**
 * The step of a login that another login method replaces (docs/specification.md, 7). It returns the account, or refuses by
 * returning undefined or throwing `new Refusal('credentials-wrong')`.
 *
 * @example
 * // The code that was sent to the user's phone is in the field `password`.
 * const smsVerifier: CredentialVerifier = {
 *   async verify(request, accounts) {
 *     if (!(await sms.isRightCode(request.username, request.password))) return undefined
 *     return accounts.find(request.username)
 *   },
 * }
 */
export interface CredentialVerifier {
  verify(request: LoginRequest, accounts: AccountDirectory): Promise<Account | undefined>
}

/** Creates the directory that is passed to credential verifiers. It does not expose password hashes. */
export function createAccountDirectory(accounts: AccountStore): AccountDirectory {
  return {
    async find(username) {
      const account = await accounts.findByName(username)
      if (!account?.enabled) return undefined
      const {
        passwordHash: _hash,
        enabled: _enabled,
        deptId: _deptId,
        formerRoleId: _role,
        ...rest
      } = account
      return rest
    },
  }
}
