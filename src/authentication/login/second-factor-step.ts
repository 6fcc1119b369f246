import type { Account } from '../../accounts/user/account.store.ts'
import { usernameKey } from '../../accounts/user/username.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { LoginMethodName } from '../../settings/login-methods.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import type { VerifiedLogin } from './login-method.ts'
import type { LoginStep, LoginThrottle, Release } from './login-throttle.ts'
import type { SecondFactorAttempt, SecondFactorThrottle } from './second-factor-throttle.ts'
import type { PendingSecondFactor, SecondFactorTickets, TakenSecondFactor } from './second-factor-tickets.ts'

/** A login whose first factor was right. It is finished unless the second factor is missing. */
export interface CheckedLogin extends LoginStep {
  readonly account: Account
}

export type SecondFactorStep = ReturnType<typeof createSecondFactorStep>

export interface FirstAttempt {
  /** Empty if the request has no code. */
  readonly code: string
  readonly method: LoginMethodName
  readonly address: string
}

export interface SecondAttempt {
  readonly ticket: string
  readonly login: TakenSecondFactor
  readonly code: string
  readonly address: string
}

interface SecondFactorStepOptions {
  readonly secondFactors: Pick<SecondFactors, 'isEnabled' | 'isRequired' | 'consumeCode'>
  readonly tickets: SecondFactorTickets
  readonly throttle: Pick<LoginThrottle, 'attemptStep'>
  readonly secondFactorThrottle: Pick<SecondFactorThrottle, 'attempt'>
  /** Called when all attempts of a ticket were wrong: somebody knows the first factor of the user. It must not reject. */
  readonly onExhausted: (login: { username: string; address: string; failures: number }) => Promise<void>
}

export function createSecondFactorStep(options: SecondFactorStepOptions) {
  const { secondFactors, tickets, throttle, secondFactorThrottle, onExhausted } = options

  const isRight = (who: SecondFactorAttempt, code: string): Promise<boolean> =>
    secondFactorThrottle.attempt(who, () => secondFactors.consumeCode(who.account.userId, code))

  return {
    /** Checks whether a login needs a second factor. Returns undefined if the code that it has is wrong. */
    async check(
      { account: verified, hasSecondFactor }: VerifiedLogin,
      { code, method, address }: FirstAttempt,
    ): Promise<CheckedLogin | undefined> {
      if (hasSecondFactor) return { account: verified, isLast: true }
      const { userId, roleKey } = verified
      // A credential verifier of an embedding app may return an account that it has not read here.
      const { secondFactorEnabled = await secondFactors.isEnabled(userId) } = verified
      // The session is opened only if this is still true then.
      const account = { ...verified, secondFactorEnabled }
      if (!secondFactorEnabled) {
        const secondFactorDue = secondFactors.isRequired(roleKey)
        return { account: secondFactorDue ? { ...account, secondFactorDue } : account, isLast: true }
      }
      if (code === '') return { account, isLast: false }
      return (await isRight({ account, method, address }, code)) ? { account, isLast: true } : undefined
    },

    /** Returns the refusal that asks for the second factor, with the ticket for the next request. */
    async required(login: PendingSecondFactor): Promise<Refusal> {
      return new Refusal('second-factor-required', { ticket: await tickets.create(login) })
    },

    /** Takes the login of a ticket. Throws if the ticket is not valid. */
    async take(ticket: string): Promise<TakenSecondFactor> {
      const login = await tickets.take(ticket)
      if (!login) throw new Refusal('second-factor-expired')
      return login
    },

    /** Finishes the login of a ticket with a code, and returns what `open` returns. Throws if the code is wrong. */
    async finish<Result>(
      { ticket, login, code, address }: SecondAttempt,
      open: (account: Account, release: Release) => Promise<Result>,
    ): Promise<Result> {
      const { account, username, method, counted: earlier } = login
      const isOtherName = usernameKey(account.username) !== usernameKey(username)
      let isAdmitted = false
      const { finished, counted } = await throttle
        .attemptStep(
          { username, address, earlier },
          {
            verify: async () =>
              (await isRight({ account, method, address }, code)) ? { isLast: true, isOtherName } : undefined,
            finish(_step, release) {
              isAdmitted = true
              return open(account, release)
            },
          },
        )
        .catch(async (error: unknown) => {
          // After a right code the ticket is used, also if the session cannot be opened.
          if (!isAdmitted) await tickets.restore(ticket, login)
          throw error
        })
      if (finished !== undefined) return finished
      const isOpen = await tickets.putBack(ticket, login, counted)
      if (!isOpen) await onExhausted({ username, address, failures: login.failures + 1 })
      throw new Refusal('second-factor-wrong')
    },
  }
}
