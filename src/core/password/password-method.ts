import { Refusal } from '../../platform/refusal/refusal.ts'
import type { LoginMethod } from '../login/login-method.ts'
import { textOf } from '../login/unvalidated-field.ts'
import type { Account } from '../user/account.store.ts'
import type { AccountDirectory, CredentialVerifier } from './credential-verifier.ts'

interface PasswordMethodOptions {
  readonly credentialVerifier: CredentialVerifier
  readonly accounts: AccountDirectory
  /** Called once, if the credential verifier returns something that is not an account. */
  readonly onInvalidAccount: (error: Error) => void
}

/** Creates the login method of username and password, or of what an embedding app verifies instead. */
export function createPasswordMethod(options: PasswordMethodOptions): LoginMethod {
  const { credentialVerifier, accounts, onInvalidAccount } = options
  let isInvalidAccountReported = false

  return {
    name: 'password',
    hasCaptcha: true,
    async begin({ username, uuid, code, body }) {
      const password = textOf(body, 'password')
      return {
        username,
        async verify() {
          const account = await verified({ username, password, uuid, code })
          return account && { account, hasSecondFactor: false }
        },
      }
    },
  }

  /** Returns undefined for every refusal of the verifier, also for one that is thrown, so that the throttle counts it. */
  async function verified(
    request: Parameters<CredentialVerifier['verify']>[0],
  ): Promise<Account | undefined> {
    try {
      const account: unknown = await credentialVerifier.verify(request, accounts)
      if (account === undefined || account === null || isAccount(account)) return account ?? undefined
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'credentials-wrong') return undefined
      throw error
    }
    if (!isInvalidAccountReported) {
      isInvalidAccountReported = true
      onInvalidAccount(
        new Error(
          'The credential verifier returned neither an account nor undefined. Return what accounts.find() returns.',
        ),
      )
    }
    return undefined
  }
}

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false
  const { userId, roleId, username, roleKey, dataScope } = value as Readonly<Record<string, unknown>>
  return (
    Number.isSafeInteger(userId) &&
    Number.isSafeInteger(roleId) &&
    [username, roleKey, dataScope].every((text) => typeof text === 'string')
  )
}
