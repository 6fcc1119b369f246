import type { RootDatabase, Transaction } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/query/transaction.ts'
import { networkOf } from '../../platform/network/network.ts'
import type { Refusal } from '../../platform/refusal/refusal.ts'
import type { RunLimited } from '../../platform/runtime/concurrency-limit.ts'
import { visibleText } from '../login-log/visible-text.ts'
import { usernameKey } from '../user/name/username.ts'
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
} from './login-throttle.store.ts'

const MAX_NETWORK_CHARACTERS = 64

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
  attemptStep<T extends LoginStep, Result>(
    who: Attempter & { readonly earlier?: readonly CountedStep[] },
    work: StepWork<T, Result>,
  ): Promise<{
    /** Undefined if the attempt has failed. */
    readonly step: T | undefined
    /** What `finish` returned; undefined unless the step was the last one. */
    readonly finished: Result | undefined
    readonly counted: readonly CountedStep[]
  }>
}

interface StepWork<T extends LoginStep, Result> {
  verify(): Promise<T | undefined>
  /** Finishes the login after its last step. It must call `release` in its transaction, so that both are stored or neither. */
  finish(step: T, release: Release): Promise<Result>
  readonly limit?: RunLimited | undefined
}

/** Removes the failures that a login has counted in advance. */
export type Release = (transaction: Transaction) => Promise<void>

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
  /** What the failures are counted for. Programs must not make people wait, nor people programs. */
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
  const { database, limit: defaultLimit, countedFor = 'person', onFailure = async () => {}, now } = options
  const kinds = countedFor === 'person' ? PERSON_KINDS : PROGRAM_KINDS
  if (options.maxFailures === 0) {
    return withSingleStep(
      database,
      async ({ username, address }, { verify, finish, limit = defaultLimit }) => {
        const { step, finished } = await limit(async () => {
          const step = await verify()
          return { step, finished: step?.isLast ? await finish(step, async () => {}) : undefined }
        })
        if (step === undefined) await onFailure({ username, address, network: networkOf(address) })
        return { step, finished, counted: [] }
      },
    )
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
      const counted = { account: { before: ofAccount, after: accountAfter } }
      // Attempts from a blocked network do not extend the block of the network.
      if (blockedUntil > time) {
        await store.save({ subject: account, attempts: accountAfter })
        const refusal = waitUntil(Math.max(accountAfter.blockedUntil, networkBlockedUntil), time)
        return { counted, isKnown, refusal }
      }
      const networkAfter = addFailure(ofNetwork, time, networkLimit)
      await store.save(
        { subject: account, attempts: accountAfter },
        { subject: network, attempts: networkAfter },
      )
      return { counted: { ...counted, network: { before: ofNetwork, after: networkAfter } }, isKnown }
    })
  }

  /** Returns what removes failures that were counted in advance, the newest first. */
  function releaseOf(
    { account, network }: Subjects,
    counted: readonly Reservation['counted'][],
    outcome: 'succeeded' | 'unknown',
  ): Release {
    return async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const attemptsOf = await store.lock([account.id, network.id])
      const ofAccount = counted.map((one) => one.account)
      const ofNetwork = counted.flatMap((one) => one.network ?? [])
      await store.save(
        {
          subject: account,
          attempts:
            outcome === 'succeeded'
              ? { ...NO_ATTEMPTS, succeededAt: time, updatedAt: time }
              : removeFailures(attemptsOf(account.id), ofAccount, accountLimit.maxFailures),
        },
        {
          subject: network,
          attempts: removeFailures(attemptsOf(network.id), ofNetwork, networkLimit.maxFailures),
        },
      )
    }
  }

  /** Removes what earlier steps have counted in networks that the client has left since. */
  async function releaseElsewhere(
    { username, address }: Attempter,
    earlier: readonly CountedStep[],
  ): Promise<void> {
    for (const step of earlier.toReversed()) {
      const network = networkOf(step.address)
      if (network === networkOf(address)) continue
      await inTransaction(database, releaseOf(subjectsOf(kinds, username, network), [step], 'unknown'))
    }
  }

  return withSingleStep(
    database,
    async ({ username, address, earlier = [] }, { verify, finish, limit = defaultLimit }) => {
      const network = networkOf(address)
      const subjects = subjectsOf(kinds, username, network)
      const [first] = earlier
      // The first step of this login may have caused the block. It must not keep the login from its second step.
      const before = first && networkOf(first.address) === network ? first : undefined
      const { step, finished, reservation } = await limit(async () => {
        const reservation = await reserve(subjects, before)
        const { counted, refusal, isKnown } = reservation
        const step = await verify().catch(async (error: unknown) => {
          await inTransaction(database, releaseOf(subjects, [counted], 'unknown'))
          throw error
        })
        const isAdmitted = step !== undefined && (!refusal || isKnown)
        if (!isAdmitted) return { step: undefined, finished: undefined, reservation }
        if (!step.isLast) return { step, finished: undefined, reservation }
        await releaseElsewhere({ username, address }, earlier)
        const outcome = step.isOtherName ? 'unknown' : 'succeeded'
        const earlierHere = earlier.toReversed().filter((one) => networkOf(one.address) === network)
        const remove = releaseOf(subjects, [counted, ...earlierHere], outcome)
        let releasedAt: number | undefined
        const release: Release = async (transaction) => {
          releasedAt = now()
          await remove(transaction)
        }
        const finished = await finish(step, release).catch(async (error: unknown) => {
          await inTransaction(database, async (transaction) => {
            // If the error came after the commit, removing the failures again would remove those of others.
            const { succeededAt } = await lockedAccount(transaction, subjects)
            const isStored = releasedAt !== undefined && (step.isOtherName || succeededAt >= releasedAt)
            if (!isStored) await remove(transaction)
          })
          throw error
        })
        return { step, finished, reservation }
      })
      const counted = [...earlier, { address, ...reservation.counted }]
      if (step !== undefined) return { step, finished, counted }
      // Outside the limit, so that an attempt that waits for the rows of events does not hold back other logins.
      await onFailure({ username, address, network, ...blocksOf(reservation.counted) })
      if (reservation.refusal) throw reservation.refusal
      return { step, finished, counted }
    },
  )
}

/** Returns the throttle with the attempts that have only one step. */
function withSingleStep(database: RootDatabase, attemptStep: LoginThrottle['attemptStep']): LoginThrottle {
  return {
    attemptStep,
    async attempt(who, verify, limit) {
      const { step } = await attemptStep(who, {
        async verify() {
          const value = await verify()
          return value === undefined ? undefined : { isLast: true, value }
        },
        finish: (_step, release) => inTransaction(database, release),
        limit,
      })
      return step?.value
    },
  }
}

/** The first words of the ids under which failures are counted. */
interface AttemptKinds {
  readonly account: Parameters<typeof attemptIdOf>[0]
  readonly network: Parameters<typeof attemptIdOf>[0]
}

const PERSON_KINDS: AttemptKinds = { account: 'account', network: 'network' }
const PROGRAM_KINDS: AttemptKinds = { account: 'service-account', network: 'service-network' }

type Subjects = Readonly<ReturnType<typeof subjectsOf>>

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
function subjectsOf(kinds: AttemptKinds, username: string, network: string) {
  const shownNetwork = visibleText(network, MAX_NETWORK_CHARACTERS)
  return {
    account: {
      id: attemptIdOf(kinds.account, usernameKey(username), network),
      username: visibleText(username, MAX_NAME_CHARACTERS),
      network: shownNetwork,
    },
    network: { id: attemptIdOf(kinds.network, network), username: '', network: shownNetwork },
  }
}

/** Locks both, as everything does that changes them. Returns the attempts of the account. */
async function lockedAccount(transaction: Transaction, { account, network }: Subjects): Promise<Attempts> {
  return (await createLoginThrottleStore(transaction).lock([account.id, network.id]))(account.id)
}

/** Returns how long a subject would be blocked without one of its failures. */
function blockedWithout(current: Attempts, counted: Counted | undefined, maxFailures: number): number {
  return (counted ? removeFailures(current, [counted], maxFailures) : current).blockedUntil
}
