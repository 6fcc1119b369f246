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
  /** Steps 2 to 4 of the spec's login; step 1, binding the parameters, is the route's. */
  attempt(request: LoginRequest, client: Client): Promise<IssuedToken>
  /** Logs an attempt that got no further than step 1. */
  refusedBeforehand(username: unknown, client: Client, refusal: Refusal): Promise<void>
}

export interface LoginOptions {
  readonly captchaRequired: boolean
  readonly captcha: Captcha
  readonly credentialVerifier: CredentialVerifier
  readonly accounts: AccountDirectory
  readonly throttle: LoginThrottle
  readonly sessions: Sessions
  readonly loginLog: LoginLog
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

  /** A verifier may also refuse by throwing. That is a failure like any other: taken for a fault, it would not be counted. */
  const verified = async (request: LoginRequest): Promise<Account | undefined> => {
    try {
      return await credentialVerifier.verify(request, accounts)
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'credentials-wrong') return undefined
      throw error
    }
  }

  // An attempt that can't be logged is not answered as if it were.
  const record = async (attempt: Pick<LoginAttempt, 'username' | 'status' | 'msg'>, client: Client) => {
    const entry = createLoginLogEntry({ ...attempt, ...client, at: new Date(options.now()) })
    await options.loginLog.record(entry)
  }

  return {
    async attempt(request, client) {
      const { username } = request
      const outcome = await steps(request, client).then(
        (issued) => ({ issued }),
        (error: unknown) => ({ error }),
      )
      if ('issued' in outcome) {
        await record({ username, status: LOGIN_SUCCEEDED, msg: 'Logged in.' }, client)
        return outcome.issued
      }
      const { error } = outcome
      const msg = error instanceof Refusal ? error.text('en') : 'A fault of the service.'
      await record({ username, status: LOGIN_FAILED, msg }, client)
      throw error
    },

    refusedBeforehand: (username, client, refusal) =>
      record({ username, status: LOGIN_FAILED, msg: refusal.text('en') }, client),
  }
}
