import type { Account } from '../user/account.store.ts'

/** The four fields of a login. In `dev` mode the last two may be empty. */
export interface LoginRequest {
  readonly username: string
  readonly password: string
  readonly uuid: string
  readonly code: string
}

/** Finds the accounts that may log in. */
export interface AccountDirectory {
  /** The enabled user of this name with its enabled role; undefined where there is none. */
  find(username: string): Promise<Account | undefined>
}

/**
 * The one step that a different login method replaces (spec, Authentication 7). It answers with the user and the
 * role, or throws `new Refusal('credentials-wrong')`. Answering `undefined` means the same.
 *
 * @example
 * // The code that was sent to the user's phone comes in the field `password`.
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
