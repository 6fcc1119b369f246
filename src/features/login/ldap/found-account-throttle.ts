import {
  addFailure,
  attemptIdOf,
  type Counted,
  MAX_DELAY_WHERE_KNOWN_MS,
  removeFailures,
  withoutExpired,
} from '../../../core/login/attempt-count.ts'
import {
  createLoginThrottleStore,
  MAX_NAME_CHARACTERS,
  NO_ATTEMPTS,
  type Subject,
} from '../../../core/login/login-throttle.store.ts'
import { visibleText } from '../../../core/login-log/visible-text.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/query/transaction.ts'
import { networkOf } from '../../../platform/network/network.ts'

export interface FoundAccountThrottle {
  /**
   * Verifies a password of the account that was found by a name. `verify` is always called, with whether the account is
   * admitted. If it is not, `verify` does the same work for no account. Returns whether the password was right and admitted.
   */
  attempt(who: FoundAccount, verify: (isAdmitted: boolean) => Promise<boolean>): Promise<boolean>
}

interface FoundAccount {
  /** The permanent identifier of the account; for an unknown name, a text that no account has. */
  readonly account: string
  /** The name that was sent. */
  readonly username: string
  readonly address: string
  /** When the login began: before the login throttle counted it, so that no wait is longer than the one that it shows. */
  readonly begunAt: number
}

export interface FoundAccountThrottleOptions {
  readonly database: RootDatabase
  /** Failures of one account from one network before the first delay; 0 disables the throttle. */
  readonly maxFailures: number
  readonly maxDelaySeconds: number
  readonly now: () => number
}

/**
 * Counts failures per account and network, besides the login throttle, which counts names: a directory may find one account by
 * several names, and each must not get guesses of its own. A wait is not visible in the response, because it would reveal
 * which names are of the same account.
 */
export function createFoundAccountThrottle(options: FoundAccountThrottleOptions): FoundAccountThrottle {
  const { database, maxFailures, now } = options
  if (maxFailures === 0) return { attempt: (_, verify) => verify(true) }
  const limit = { maxFailures, maxDelayMs: options.maxDelaySeconds * 1000 }

  /** Counts a failure before the password is verified. Returns undefined if the account has to wait. */
  async function reserve(subject: Subject, begunAt: number): Promise<Counted | undefined> {
    return inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const before = withoutExpired((await store.lock([subject.id]))(subject.id), time)
      const isWaitOver =
        before.blockedUntil <= time ||
        (before.succeededAt > 0 && time >= before.updatedAt + MAX_DELAY_WHERE_KNOWN_MS)
      const after = addFailure(before, begunAt, limit)
      // Written in both cases, so that both take the same time.
      await store.save({ subject, attempts: isWaitOver ? after : before })
      return isWaitOver ? { before, after } : undefined
    })
  }

  async function release(subject: Subject, counted: Counted, isRight: boolean): Promise<void> {
    await inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const current = (await store.lock([subject.id]))(subject.id)
      const time = now()
      const attempts = isRight
        ? { ...NO_ATTEMPTS, succeededAt: time, updatedAt: time }
        : removeFailures(current, [counted], maxFailures)
      await store.save({ subject, attempts })
    })
  }

  return {
    async attempt({ account, username, address, begunAt }, verify) {
      const subject = subjectOf(account, username, address)
      const counted = await reserve(subject, begunAt)
      try {
        const isRight = await verify(counted !== undefined)
        if (!isRight || !counted) return false
        await release(subject, counted, true)
        return true
      } catch (error) {
        if (counted) await release(subject, counted, false)
        throw error
      }
    },
  }
}

/** Without a network: it is not listed as a blocked login, but released together with the name. */
function subjectOf(account: string, username: string, address: string): Subject {
  return {
    id: attemptIdOf('found-account', account, networkOf(address)),
    username: visibleText(username, MAX_NAME_CHARACTERS),
    network: '',
  }
}
