import type { Captcha } from '../captcha/captcha.ts'
import type { LoginLog } from '../login-log/login-log.ts'
import { createLoginLogEntry, type LoginAttempt } from '../login-log/login-log-entry.ts'
import { LOGIN_FAILED, LOGIN_SUCCEEDED } from '../login-log/login-status.ts'
import { Refusal } from '../refusal.ts'
import type { Client, Sessions } from '../session/session.ts'
import type { IssuedToken } from '../token/token.ts'
import type { Account } from '../user/account.store.ts'
import type { AccountDirectory, CredentialVerifier, LoginRequest } from './credential-verifier.ts'
import type { LoginThrottle } from './login-throttle.ts'

export interface Login {
  /** Performs steps 2 to 4 of a login in the specification. Step 1, binding the parameters, is done by the route. */
  attempt(request: LoginRequest, client: Client): Promise<IssuedToken>
  /** Logs an attempt that was refused in step 1. */
  refusedBeforehand(username: unknown, client: Client, refusal: Refusal): Promise<void>
}

export interface LoginOptions {
  readonly captchaRequired: boolean
  readonly captcha: Captcha
  readonly credentialVerifier: CredentialVerifier
  readonly accounts: AccountDirectory
  readonly throttle: LoginThrottle
  readonly sessions: Sessions
  readonly loginLog: Pick<LoginLog, 'record'>
  /** Called once, if the credential verifier returns something that is not an account. */
  readonly onInvalidAccount: (error: Error) => void
  readonly now: () => number
}

export function createLogin(options: LoginOptions): Login {
  const { captchaRequired, captcha, credentialVerifier, accounts, throttle, sessions } = options

  const steps = async (request: LoginRequest, client: Client): Promise<IssuedToken> => {
    if (captchaRequired) await captcha.verify(request.uuid, request.code)
    const account = await throttle.attempt({ username: request.username, address: client.address }, () =>
      verified(request),
    )
    if (!account) throw new Refusal('credentials-wrong')
    return sessions.open(account, client)
  }

  let isInvalidAccountReported = false

  /** Returns undefined for every refusal of the verifier, also for one that is thrown, so that the throttle counts it. */
  const verified = async (request: LoginRequest): Promise<Account | undefined> => {
    try {
      const account: unknown = await credentialVerifier.verify(request, accounts)
      if (account === undefined || account === null || isAccount(account)) return account ?? undefined
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'credentials-wrong') return undefined
      throw error
    }
    if (!isInvalidAccountReported) {
      isInvalidAccountReported = true
      options.onInvalidAccount(
        new Error(
          'The credential verifier returned neither an account nor undefined. Return what accounts.find() returns.',
        ),
      )
    }
    return undefined
  }

  // An attempt that cannot be logged must not succeed.
  const record = async (
    attempt: Pick<LoginAttempt, 'username' | 'status' | 'msg' | 'reason'>,
    client: Client,
  ) => {
    const entry = createLoginLogEntry({ ...attempt, ...client, at: new Date(options.now()) })
    await options.loginLog.record(entry)
  }

  const recordRefusal = (username: unknown, client: Client, refusal: Refusal) =>
    record({ username, status: LOGIN_FAILED, msg: refusal.text('en'), reason: refusal.reason }, client)

  return {
    async attempt(request, client) {
      const { username } = request
      const outcome = await steps(request, client).then(
        (issued) => ({ issued }),
        (error: unknown) => ({ error }),
      )
      if ('issued' in outcome) {
        await record({ username, status: LOGIN_SUCCEEDED, msg: 'Logged in.', reason: 'logged-in' }, client)
        return outcome.issued
      }
      const { error } = outcome
      if (error instanceof Refusal) await recordRefusal(username, client, error)
      else {
        const msg = 'A fault of the service.'
        await record({ username, status: LOGIN_FAILED, msg, reason: 'fault' }, client)
      }
      throw error
    },

    refusedBeforehand: recordRefusal,
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
