import {
  addFailure,
  type Counted,
  removeFailures,
  waitUntil,
  withoutExpired,
} from '../../../core/login/attempt-count.ts'
import { createLoginThrottleStore } from '../../../core/login/login-throttle.store.ts'
import { secondFactorSubject } from '../../../core/login/second-factor-failures.ts'
import type { UserNetworkStore } from '../../../core/session/user-network.store.ts'
import type { Account } from '../../../core/user/account.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import type { LoginMethodName } from '../../login-methods.ts'

/** After as many wrong codes by somebody who knows the password, the user needs a new one. */
export const MAX_FAILURES_PER_PASSWORD = 50

export type SecondFactorThrottle = ReturnType<typeof createSecondFactorThrottle>

export interface SecondFactorAttempt {
  readonly account: Pick<Account, 'userId' | 'username'>
  readonly address: string
  /** The method of the first factor; undefined for a session. */
  readonly method: LoginMethodName | undefined
}

export interface WrongSecondFactor extends Omit<SecondFactorAttempt, 'method'> {
  readonly failures: number
}

export interface SecondFactorThrottleOptions {
  readonly database: RootDatabase
  readonly userNetworks: Pick<UserNetworkStore, 'isKnown'>
  /** Failures of one user before the first delay; 0 for no delays. */
  readonly maxFailures: number
  readonly maxDelaySeconds: number
  /** Called with each failure after which unknown networks have to wait. */
  readonly onBlocked: (wrong: WrongSecondFactor) => Promise<void>
  /** Called with each failure of somebody who knows the password and has guessed too often. */
  readonly onPasswordKnown: (wrong: WrongSecondFactor) => Promise<void>
  readonly now: () => number
}

/**
 * Counts wrong codes per user, over all networks, in the database: somebody who knows the password could guess from many
 * networks. The delay does not apply to networks where the user has logged in before, so that the owner is not locked out.
 * There, the login throttle alone limits the guesses, but they are counted here too.
 */
export function createSecondFactorThrottle(options: SecondFactorThrottleOptions) {
  const { database, userNetworks, onBlocked, onPasswordKnown, now } = options
  const limit = {
    maxFailures: options.maxFailures === 0 ? Number.POSITIVE_INFINITY : options.maxFailures,
    maxDelayMs: options.maxDelaySeconds * 1000,
  }

  /** Counts a failure before the code is verified, so that parallel guesses get no more attempts than sequential ones. */
  async function reserve(userId: number, { isDelayed }: { readonly isDelayed: boolean }): Promise<Counted> {
    return inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const subject = secondFactorSubject(userId)
      const before = withoutExpired((await store.lock([subject.id]))(subject.id), time)
      const isBlocked = before.blockedUntil > time
      if (isBlocked && isDelayed) throw waitUntil(before.blockedUntil, time)
      const after = isBlocked
        ? { ...before, failures: before.failures + 1, updatedAt: time }
        : addFailure(before, time, limit)
      await store.save({ subject, attempts: after })
      return { before, after }
    })
  }

  async function release(userId: number, counted: Counted): Promise<void> {
    await inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const subject = secondFactorSubject(userId)
      const current = (await store.lock([subject.id]))(subject.id)
      await store.save({ subject, attempts: removeFailures(current, [counted], limit.maxFailures) })
    })
  }

  return {
    /**
     * Verifies a second factor of a user, unless the network is not known and too many attempts have failed before, in all
     * networks together. Then throws `rate-limited`.
     */
    async attempt(who: SecondFactorAttempt, verify: () => Promise<boolean>): Promise<boolean> {
      const { account, address, method } = who
      const { userId } = account
      const isDelayed = !(await userNetworks.isKnown(userId, address))
      const counted = await reserve(userId, { isDelayed })
      const { failures, blockedUntil } = counted.after
      try {
        if (await verify()) {
          await release(userId, counted)
          return true
        }
        const wrong = { account, address, failures }
        if (blockedUntil > 0) await onBlocked(wrong)
        if (method === 'password' && failures >= MAX_FAILURES_PER_PASSWORD) await onPasswordKnown(wrong)
        return false
      } catch (error) {
        await release(userId, counted)
        throw error
      }
    },

    /** Counts a failure that needs no delay, because a wrong signature of a passkey is not a guess. */
    async countFailure(userId: number): Promise<void> {
      await reserve(userId, { isDelayed: false })
    },
  }
}
