import type { CountedStep } from '../../../core/login/login-throttle.ts'
import type { PendingLogins } from '../../../core/login/pending-login.ts'
import type { PendingSecondFactor, TakenSecondFactor } from '../../../core/login/second-step.ts'
import { SECOND_STEP_LIFETIME_MS } from '../../../core/login-log/login-status.ts'

const MAX_ATTEMPTS = 5

export type SecondFactorTickets = ReturnType<typeof createSecondFactorTickets>

export function createSecondFactorTickets({
  pendingLogins,
  now,
}: {
  readonly pendingLogins: PendingLogins
  readonly now: () => number
}) {
  async function store(ticket: string, login: TakenSecondFactor): Promise<void> {
    const secondsLeft = Math.ceil((login.expiresAt - now()) / 1000)
    if (secondsLeft > 0) await pendingLogins.putBack('second-factor', ticket, login, secondsLeft)
  }

  return {
    /** Returns a ticket for the second request of a login. */
    create(login: PendingSecondFactor): Promise<string> {
      const data: TakenSecondFactor = { ...login, failures: 0, expiresAt: now() + SECOND_STEP_LIFETIME_MS }
      return pendingLogins.create('second-factor', data, SECOND_STEP_LIFETIME_MS / 1000)
    },

    /** Takes the login of a ticket. Nobody else gets it until it is put back. */
    async take(ticket: string): Promise<TakenSecondFactor | undefined> {
      // Only this file writes values of this kind.
      const login = (await pendingLogins.take('second-factor', ticket)) as TakenSecondFactor | undefined
      return login && login.expiresAt > now() ? login : undefined
    },

    /** Makes a ticket valid again: the attempt could not be decided. */
    restore: store,

    /** Makes a ticket valid again after a wrong code. Returns false if it was the last attempt. */
    async putBack(
      ticket: string,
      login: TakenSecondFactor,
      counted: readonly CountedStep[],
    ): Promise<boolean> {
      const failures = login.failures + 1
      if (failures >= MAX_ATTEMPTS) return false
      await store(ticket, { ...login, failures, counted })
      return true
    },
  }
}
