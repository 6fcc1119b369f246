import type { RootDatabase, Transaction } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/query/transaction.ts'
import { networkOf } from '../../platform/network/network.ts'
import type { RunLimited } from '../../platform/runtime/concurrency-limit.ts'
import { usernameKey } from '../user/name/username.ts'
import type { Counted } from './attempt-count.ts'
import { type CountedFailure, createLoginFailures, subjectsOf } from './login-failures.ts'

/** A login whose credentials were wrong. */
export interface FailedLogin {
  readonly username: string
  readonly address: string
  readonly network: string
  /** The failures of the username from the network, if it has to wait after this one. */
  readonly accountBlockedAfter?: number | undefined
  /** The failures of all usernames from the network, if it has to wait after this one. */
  readonly networkBlockedAfter?: number | undefined
}

export interface LoginThrottle {
  /** Limits how many attempts are verified at the same time. An attempt is reserved inside, and fails outside. */
  readonly limit: RunLimited
  /**
   * Counts an attempt as failed before its credentials are verified. Throws `rate-limited` if the user has to wait. Each
   * reservation ends with one of its functions, unless the login continues with another request: then it stays counted.
   */
  reserve(who: Attempter & { readonly earlier?: readonly CountedStep[] }): Promise<Reservation>
  /** Verifies credentials of a user who is logged in. An attempt that `verify` resolves to undefined has failed. */
  attempt<T>(who: Attempter, verify: () => Promise<T | undefined>): Promise<T | undefined>
}

/** An attempt that is counted as a failure in advance. */
export interface Reservation {
  /** Whether right credentials are admitted. If not, the attempt fails, whether they are right or not. */
  readonly isAdmitted: boolean
  /** What this attempt and the earlier steps of the login have counted, for its next request. */
  readonly counted: readonly CountedStep[]
  /**
   * The credentials are right. Returns the function that removes what the login has counted, which is called in the transaction
   * of the session, so that both are stored or neither. `account` is the one that they belong to.
   */
  succeed(account: { readonly username: string }): Promise<Settle>
  /** The attempt stays counted and is reported. Throws `rate-limited` if it was not admitted. */
  fail(): Promise<void>
  /**
   * The attempt could not be decided or the session not be opened: removes what is still counted. Credentials that were right
   * count as a success.
   */
  cancel(): Promise<void>
}

/** Removes the failures that a login has counted in advance. A transaction that is repeated calls it again. */
export type Settle = (transaction: Transaction) => Promise<void>

interface Attempter {
  readonly username: string
  readonly address: string
}

/** A failure that a step of a login has counted. It can be stored as JSON. */
export interface CountedStep extends CountedFailure {
  readonly address: string
}

export interface LoginThrottleOptions {
  readonly database: RootDatabase
  readonly limit: RunLimited
  /** Failures of one username from one network before the first delay; 0 disables the throttle. */
  readonly maxFailures: number
  /** The same for all usernames together. */
  readonly maxFailuresPerNetwork: number
  readonly maxDelaySeconds: number
  /** What the failures are counted for. */
  readonly countedFor?: 'person' | 'program'
  /** Called after each attempt that was not admitted, so that its time does not reveal right credentials. It must not reject. */
  readonly onFailure?: (login: FailedLogin) => Promise<void>
  readonly now: () => number
}

/**
 * Counts failures in the database, per username and network and per network, so that all nodes share them and a restart does
 * not reset them. A failure is counted before the password is verified, so that parallel guesses get no more attempts than
 * sequential ones. The owner of an account cannot be locked out from elsewhere, because every network is counted separately.
 *
 * While a network is blocked, or an account in it for more than a minute, only users who have logged in from it before are
 * admitted. The credentials are verified for all usernames, and every failure gets the same refusal, so neither the response
 * nor its time depends on the username.
 */
export function createLoginThrottle(options: LoginThrottleOptions): LoginThrottle {
  const { database, limit, maxFailures, countedFor = 'person', onFailure = async () => {}, now } = options
  const failures = createLoginFailures(options)
  const reserve = maxFailures === 0 ? reserveUncounted : reserveCounted

  return {
    limit,
    reserve,
    async attempt(who, verify) {
      const { reservation, value } = await limit(async () => {
        const reservation = await reserve(who)
        try {
          const value = await verify()
          if (value === undefined || !reservation.isAdmitted) return { reservation, value: undefined }
          await inTransaction(database, await reservation.succeed(who))
          return { reservation, value }
        } catch (error) {
          await reservation.cancel()
          throw error
        }
      })
      if (value === undefined) await reservation.fail()
      return value
    },
  }

  async function reserveCounted(who: Parameters<LoginThrottle['reserve']>[0]): Promise<Reservation> {
    const { username, address, earlier = [] } = who
    const network = networkOf(address)
    const subjects = subjectsOf(countedFor, username, network)
    const [first] = earlier
    const before = first && networkOf(first.address) === network ? first : undefined
    const { counted, isKnown, refusal } = await failures.add(subjects, before)
    let undo: Settle = (transaction) => failures.remove(transaction, subjects, [counted])

    return {
      isAdmitted: !refusal || isKnown,
      counted: [...earlier, { address, ...counted }],

      async succeed(account) {
        await removeElsewhere(username, network, earlier)
        const all = [counted, ...earlier.toReversed().filter((step) => networkOf(step.address) === network)]
        // Credentials of a user with another name must not reset the failures of the name in the request.
        const isOtherName = usernameKey(account.username) !== usernameKey(username)
        const remove = isOtherName ? failures.remove : failures.recordSuccess
        let settledAt: number | undefined
        undo = async (transaction) => {
          const lastSuccess = await failures.lastSuccess(transaction, subjects)
          // If the error came after the commit, removing the failures again would remove those of others.
          const isStored = settledAt !== undefined && (isOtherName || lastSuccess >= settledAt)
          if (!isStored) await remove(transaction, subjects, all)
        }
        return async (transaction) => {
          settledAt = now()
          await remove(transaction, subjects, all)
        }
      },

      async fail() {
        await onFailure({ username, address, network, ...blocksOf(counted) })
        if (refusal) throw refusal
      },

      cancel: () => inTransaction(database, undo),
    }
  }

  /** Removes what earlier steps have counted in networks that the client has left since. */
  async function removeElsewhere(
    username: string,
    network: string,
    earlier: readonly CountedStep[],
  ): Promise<void> {
    for (const step of earlier.toReversed()) {
      const left = networkOf(step.address)
      if (left === network) continue
      await inTransaction(database, (transaction) =>
        failures.remove(transaction, subjectsOf(countedFor, username, left), [step]),
      )
    }
  }

  async function reserveUncounted({ username, address }: Attempter): Promise<Reservation> {
    return {
      isAdmitted: true,
      counted: [],
      succeed: async () => async () => {},
      fail: () => onFailure({ username, address, network: networkOf(address) }),
      cancel: async () => {},
    }
  }
}

/** Returns the failures of what has to wait after a failed attempt. */
function blocksOf({ account, network }: CountedFailure) {
  const blockedAfter = (counted: Counted | undefined) =>
    counted && counted.after.blockedUntil > 0 ? counted.after.failures : undefined
  return { accountBlockedAfter: blockedAfter(account), networkBlockedAfter: blockedAfter(network) }
}
