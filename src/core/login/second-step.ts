import type { LoginMethodName } from '../../features/login-methods.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Account } from '../user/account.store.ts'
import type { VerifiedLogin } from './login-method.ts'
import type { CountedStep, Settle } from './login-throttle.ts'

/** A login whose first factor was right. */
export interface CheckedLogin {
  readonly account: Account
  /** Whether no second factor is missing. */
  readonly isLast: boolean
}

export interface FirstAttempt {
  /** Empty if the request has no code. */
  readonly code: string
  readonly method: LoginMethodName
  readonly address: string
}

/** A login whose first factor was right and whose second factor is missing. */
export interface PendingSecondFactor {
  readonly account: Account
  /** The name under which the login is throttled and logged. */
  readonly username: string
  readonly method: LoginMethodName
  /** Connects the entries of both steps in the login log. */
  readonly loginKey: string
  /** What the throttle has counted for this login. */
  readonly counted: readonly CountedStep[]
}

/** A pending login that was taken for one attempt. */
export interface TakenSecondFactor extends PendingSecondFactor {
  readonly failures: number
  readonly expiresAt: number
}

export interface SecondAttempt {
  readonly ticket: string
  readonly login: TakenSecondFactor
  readonly code: string
  readonly address: string
}

/** The step after the first factor. */
export interface SecondFactorStep {
  /** Checks whether a login needs a second factor. Returns undefined if the code that it has is wrong. */
  check(login: VerifiedLogin, attempt: FirstAttempt): Promise<CheckedLogin | undefined>
  /** Returns the refusal that asks for the second factor, with the ticket for the next request. */
  required(login: PendingSecondFactor): Promise<Refusal>
  /** Takes the login of a ticket. Throws if the ticket is not valid. */
  take(ticket: string): Promise<TakenSecondFactor>
  /** Completes the login of a ticket with a code, and returns what `open` returns. Throws if the code is wrong. */
  complete<Result>(
    attempt: SecondAttempt,
    open: (account: Account, settle: Settle) => Promise<Result>,
  ): Promise<Result>
}

/** The step of a service without second factors. */
export const NO_SECOND_FACTOR: SecondFactorStep = {
  check: async ({ account }) => ({ account, isLast: true }),
  required: () => Promise.reject(new Refusal('fault')),
  take: () => Promise.reject(new Refusal('second-factor-expired')),
  complete: () => Promise.reject(new Refusal('second-factor-expired')),
}
