import { usernameKey } from '../../accounts/user/username.ts'
import type { RootDatabase } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { networkOf } from '../../foundation/network/network.ts'
import type { Refusal } from '../../foundation/refusal/refusal.ts'
import type { RunLimited } from '../../foundation/runtime/concurrency-limit.ts'
import { visibleText } from '../../logs/login-log/visible-text.ts'
import type { FailedLogin } from '../../observability/events/login-events.ts'
import {
  addFailure,
  attemptIdOf,
  type Counted,
  MAX_DELAY_WHERE_KNOWN_MS,
  removeFailures,
  SECOND_MS,
  waitUntil,
  withoutExpired,
} from './attempt-count.ts'
import {
  type Attempts,
  createLoginThrottleStore,
  MAX_NAME_CHARACTERS,
  NO_ATTEMPTS,
  type Subject,
} from './login-throttle.store.ts'

const MAX_NETWORK_CHARACTERS = 64

export interface LoginThrottle {
  /**
   * Verifies the credentials of a user unless too many attempts have failed before. An attempt that `verify` resolves to
   * undefined has failed. Throws `rate-limited` if the user has to wait, whether the credentials are right or not.
   */
  attempt<T>(
    who: Attempter,
    verify: () => Promise<T | undefined>,
    /** Replaces the limit of the options, for a login method that does not hash passwords. */
    limit?: RunLimited,
  ): Promise<T | undefined>
  /**
   * The same for one request of a login that may need several. A step that succeeds without finishing the login stays counted
   * as a failure, without an event. The step that finishes the login removes what the earlier ones have counted.
   */
  attemptStep<T extends LoginStep>(
    who: Attempter & { readonly earlier?: readonly CountedStep[] },
    verify: () => Promise<T | undefined>,
    limit?: RunLimited,
  ): Promise<{ readonly step: T | undefined; readonly counted: readonly CountedStep[] }>
}

interface Attempter {
  readonly username: string
  readonly address: string
}

export interface LoginStep {
  /** Whether no further step is needed. */
  readonly isLast: boolean
  /** Whether the credentials are of a user with another name. They must not reset the failures of the name in the request. */
  readonly isOtherName?: boolean
}

/** A failure that a step of a login has counted. It can be stored as JSON. */
export interface CountedStep {
  readonly address: string
  readonly account: Counted
  readonly network?: Counted
}

export interface LoginThrottleOptions {
  readonly database: RootDatabase
  /** Limits how many attempts are verified at the same time: each counts as a failure until it succeeds. */
  readonly limit: RunLimited
  /** Failures of one username from one network before the first delay; 0 disables the throttle. */
  readonly maxFailures: number
  /** The same for all usernames together. */
  readonly maxFailuresPerNetwork: number
  readonly maxDelaySeconds: number
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
  const { database, limit: defaultLimit, onFailure = async () => {}, now } = options
  if (options.maxFailures === 0) {
    return withSingleStep(async ({ username, address }, verify, limit = defaultLimit) => {
      const step = await limit(verify)
      if (step === undefined) await onFailure({ username, address, network: networkOf(address) })
      return { step, counted: [] }
    })
  }

  const maxDelayMs = options.maxDelaySeconds * SECOND_MS
  const accountLimit = { maxFailures: options.maxFailures, maxDelayMs }
  const networkLimit = { maxFailures: options.maxFailuresPerNetwork, maxDelayMs }

  /** Counts a failure before the credentials are verified. */
  async function reserve({ account, network }: Subjects, before?: CountedStep): Promise<Reservation> {
    return inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const attemptsOf = await store.lock([account.id, network.id])
      const ofAccount = withoutExpired(attemptsOf(account.id), time)
      const ofNetwork = withoutExpired(attemptsOf(network.id), time)
      const accountBlockedUntil = blockedWithout(ofAccount, before?.account, accountLimit.maxFailures)
      const networkBlockedUntil = blockedWithout(ofNetwork, before?.network, networkLimit.maxFailures)
      const blockedUntil = Math.max(accountBlockedUntil, networkBlockedUntil)
      const isAccountBlocked = accountBlockedUntil > time
      if (isAccountBlocked && time < ofAccount.updatedAt + MAX_DELAY_WHERE_KNOWN_MS) {
        throw waitUntil(blockedUntil, time)
      }

      const isKnown = ofAccount.succeededAt > 0
      const accountAfter = addFailure(ofAccount, time, accountLimit)
      await store.save(account, accountAfter)
      const counted = { account: { before: ofAccount, after: accountAfter } }
      // Attempts from a blocked network do not extend the block of the network.
      if (blockedUntil > time) {
        const refusal = waitUntil(Math.max(accountAfter.blockedUntil, networkBlockedUntil), time)
        return { counted, isKnown, refusal }
      }
      const networkAfter = addFailure(ofNetwork, time, networkLimit)
      await store.save(network, networkAfter)
      return { counted: { ...counted, network: { before: ofNetwork, after: networkAfter } }, isKnown }
    })
  }

  /** Removes failures that were counted in advance, the newest first. */
  async function release(
    { account, network }: Subjects,
    counted: readonly Reservation['counted'][],
    outcome: 'succeeded' | 'unknown',
  ): Promise<void> {
    await inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const attemptsOf = await store.lock([account.id, network.id])
      await store.save(
        account,
        outcome === 'succeeded'
          ? { ...NO_ATTEMPTS, succeededAt: time, updatedAt: time }
          : removeFailures(
              attemptsOf(account.id),
              counted.map((one) => one.account),
              accountLimit.maxFailures,
            ),
      )
      const ofNetwork = counted.flatMap((one) => one.network ?? [])
      if (ofNetwork.length > 0) {
        const left = removeFailures(attemptsOf(network.id), ofNetwork, networkLimit.maxFailures)
        await store.save(network, left)
      }
    })
  }

  /** Removes what the steps of a login have counted, also in networks that the client has left since. */
  async function releaseAll(
    { username, address }: Attempter,
    reservation: Reservation,
    earlier: readonly CountedStep[],
    outcome: 'succeeded' | 'unknown',
  ): Promise<void> {
    const here = networkOf(address)
    const newestFirst = earlier.toReversed()
    const countedHere = newestFirst.filter((step) => networkOf(step.address) === here)
    await release(subjectsOf(username, here), [reservation.counted, ...countedHere], outcome)
    for (const step of newestFirst) {
      const network = networkOf(step.address)
      if (network !== here) await release(subjectsOf(username, network), [step], 'unknown')
    }
  }

  return withSingleStep(async ({ username, address, earlier = [] }, verify, limit = defaultLimit) => {
    const network = networkOf(address)
    const subjects = subjectsOf(username, network)
    const [first] = earlier
    // The first step of this login may have caused the block. It must not keep the login from its second step.
    const before = first && networkOf(first.address) === network ? first : undefined
    const { step, reservation } = await limit(async () => {
      const reservation = await reserve(subjects, before)
      const { refusal, isKnown } = reservation
      const step = await verify().catch(async (error: unknown) => {
        await release(subjects, [reservation.counted], 'unknown')
        throw error
      })
      const isAdmitted = step !== undefined && (!refusal || isKnown)
      if (isAdmitted && step.isLast) {
        const outcome = step.isOtherName ? 'unknown' : 'succeeded'
        await releaseAll({ username, address }, reservation, earlier, outcome)
      }
      return { step: isAdmitted ? step : undefined, reservation }
    })
    const counted = [...earlier, { address, ...reservation.counted }]
    if (step !== undefined) return { step, counted }
    // Outside the limit, so that an attempt that waits for the rows of events does not hold back other logins.
    await onFailure({ username, address, network, ...blocksOf(reservation.counted) })
    if (reservation.refusal) throw reservation.refusal
    return { step: undefined, counted }
  })
}

/** Returns the throttle with the attempts that have only one step. */
function withSingleStep(attemptStep: LoginThrottle['attemptStep']): LoginThrottle {
  return {
    attemptStep,
    async attempt(who, verify, limit) {
      const verifyStep = async () => {
        const value = await verify()
        return value === undefined ? undefined : { isLast: true, value }
      }
      const { step } = await attemptStep(who, verifyStep, limit)
      return step?.value
    },
  }
}

interface Subjects {
  readonly account: Subject
  readonly network: Subject
}

interface Reservation {
  readonly counted: { readonly account: Counted; readonly network?: Counted }
  /** Whether the user has logged in from the network before. */
  readonly isKnown: boolean
  /** Set while the account or the network is blocked. */
  readonly refusal?: Refusal
}

/** Returns the failures of what has to wait after a failed attempt. */
function blocksOf({ account, network }: Reservation['counted']) {
  const blockedAfter = (counted: Counted | undefined) =>
    counted && counted.after.blockedUntil > 0 ? counted.after.failures : undefined
  return { accountBlockedAfter: blockedAfter(account), networkBlockedAfter: blockedAfter(network) }
}

/** Returns what an attempt is counted for: the username in the network, and the network. */
function subjectsOf(username: string, network: string): Subjects {
  const shownNetwork = visibleText(network, MAX_NETWORK_CHARACTERS)
  return {
    account: {
      id: attemptIdOf('account', usernameKey(username), network),
      username: visibleText(username, MAX_NAME_CHARACTERS),
      network: shownNetwork,
    },
    network: { id: attemptIdOf('network', network), username: '', network: shownNetwork },
  }
}

/** Returns how long a subject would be blocked without one of its failures. */
function blockedWithout(current: Attempts, counted: Counted | undefined, maxFailures: number): number {
  return (counted ? removeFailures(current, [counted], maxFailures) : current).blockedUntil
}
