import type { FailedLogin } from './login-throttle.ts'

/** A login whose first factor was right, and whose codes of the second factor were all wrong. */
export interface FailedSecondFactor {
  readonly username: string
  readonly address: string
  readonly failures: number
}

/** Called for what happens at logins. No function rejects. */
export interface LoginEvents {
  failed(login: FailedLogin): Promise<void>
  secondFactorFailed(login: FailedSecondFactor): Promise<void>
  /** Called after a login from a network from which the user had not logged in before. */
  newNetwork(login: { readonly username: string; readonly address: string }): Promise<void>
}

export const NO_LOGIN_EVENTS: LoginEvents = {
  failed: async () => {},
  secondFactorFailed: async () => {},
  newNetwork: async () => {},
}
