import type { LoginThrottle } from '../../../core/login/login-throttle.ts'
import type { SecondFactorStep } from '../../../core/login/second-step.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { SecondFactors } from './second-factor.ts'
import type { SecondFactorAttempt, SecondFactorThrottle } from './second-factor-throttle.ts'
import type { SecondFactorTickets } from './second-factor-tickets.ts'

interface SecondFactorStepOptions {
  readonly secondFactors: Pick<SecondFactors, 'isEnabled' | 'isRequired' | 'consumeCode'>
  readonly tickets: SecondFactorTickets
  readonly throttle: Pick<LoginThrottle, 'limit' | 'reserve'>
  readonly secondFactorThrottle: Pick<SecondFactorThrottle, 'attempt'>
  /** Called when all attempts of a ticket were wrong: somebody knows the first factor of the user. It must not reject. */
  readonly onExhausted: (login: { username: string; address: string; failures: number }) => Promise<void>
}

export function createSecondFactorStep(options: SecondFactorStepOptions): SecondFactorStep {
  const { secondFactors, tickets, throttle, secondFactorThrottle, onExhausted } = options

  const isRight = (who: SecondFactorAttempt, code: string): Promise<boolean> =>
    secondFactorThrottle.attempt(who, () => secondFactors.consumeCode(who.account.userId, code))

  return {
    async check({ account: verified, hasSecondFactor }, { code, method, address }) {
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

    async required(login) {
      return new Refusal('second-factor-required', { ticket: await tickets.create(login) })
    },

    async take(ticket) {
      const login = await tickets.take(ticket)
      if (!login) throw new Refusal('second-factor-expired')
      return login
    },

    async complete({ ticket, login, code, address }, open) {
      const { account, username, method, counted: earlier } = login
      let isTicketUsed = false
      const { opened, counted } = await attempt().catch(async (error: unknown) => {
        if (!isTicketUsed) await tickets.restore(ticket, login)
        throw error
      })
      if (opened !== undefined) return opened
      const isOpen = await tickets.putBack(ticket, login, counted)
      if (!isOpen) await onExhausted({ username, address, failures: login.failures + 1 })
      throw new Refusal('second-factor-wrong')

      async function attempt() {
        const { reservation, opened } = await throttle.limit(async () => {
          const reservation = await throttle.reserve({ username, address, earlier })
          try {
            const isCodeRight = await isRight({ account, method, address }, code)
            if (!isCodeRight || !reservation.isAdmitted) return { reservation, opened: undefined }
            const settle = await reservation.succeed(account)
            // Also if the session cannot be opened.
            isTicketUsed = true
            return { reservation, opened: await open(account, settle) }
          } catch (error) {
            await reservation.cancel()
            throw error
          }
        })
        if (opened === undefined) await reservation.fail()
        return { opened, counted: reservation.counted }
      }
    },
  }
}
