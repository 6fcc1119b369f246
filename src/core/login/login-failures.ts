import type { RootDatabase, Transaction } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/query/transaction.ts'
import type { Refusal } from '../../platform/refusal/refusal.ts'
import { visibleText } from '../login-log/visible-text.ts'
import { usernameKey } from '../user/name/username.ts'
import {
  addFailure,
  attemptIdOf,
  type Counted,
  MAX_DELAY_WHERE_KNOWN_MS,
  removeFailures,
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

/** What a failure is counted for: the username in the network, and the network. */
export type Subjects = Readonly<ReturnType<typeof subjectsOf>>

/** A failure that was counted for the username, and for the network unless it has to wait. */
export interface CountedFailure {
  readonly account: Counted
  readonly network?: Counted
}

/** The first words of the ids under which failures are counted. */
interface AttemptKinds {
  readonly account: Parameters<typeof attemptIdOf>[0]
  readonly network: Parameters<typeof attemptIdOf>[0]
}

/** Programs must not make people wait, nor people programs. */
const KINDS: Readonly<Record<'person' | 'program', AttemptKinds>> = {
  person: { account: 'account', network: 'network' },
  program: { account: 'service-account', network: 'service-network' },
}

export interface LoginFailuresOptions {
  readonly database: RootDatabase
  /** Failures of one username from one network before the first delay. */
  readonly maxFailures: number
  /** The same for all usernames together. */
  readonly maxFailuresPerNetwork: number
  readonly maxDelaySeconds: number
  readonly now: () => number
}

/** Creates the counts of failed logins, which are kept in the database. */
export function createLoginFailures(options: LoginFailuresOptions) {
  const { database, now } = options
  const maxDelayMs = options.maxDelaySeconds * 1000
  const accountLimit = { maxFailures: options.maxFailures, maxDelayMs }
  const networkLimit = { maxFailures: options.maxFailuresPerNetwork, maxDelayMs }

  return {
    /**
     * Counts a failure. Throws `rate-limited` if the account has to wait. `before` is what the first step of the same login has
     * counted: it may have caused a block, which must not keep the login from its second step.
     */
    async add({ account, network }: Subjects, before?: CountedFailure) {
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
        const ofThisAccount: CountedFailure = { account: { before: ofAccount, after: accountAfter } }
        // Attempts from a blocked network do not extend the block of the network.
        if (blockedUntil > time) {
          await store.save({ subject: account, attempts: accountAfter })
          const refusal = waitUntil(Math.max(accountAfter.blockedUntil, networkBlockedUntil), time)
          return { counted: ofThisAccount, isKnown, refusal } satisfies AddedFailure
        }
        const networkAfter = addFailure(ofNetwork, time, networkLimit)
        await store.save(
          { subject: account, attempts: accountAfter },
          { subject: network, attempts: networkAfter },
        )
        const counted = { ...ofThisAccount, network: { before: ofNetwork, after: networkAfter } }
        return { counted, isKnown, refusal: undefined } satisfies AddedFailure
      })
    },

    /** Removes failures, the newest first. */
    async remove(
      transaction: Transaction,
      { account, network }: Subjects,
      counted: readonly CountedFailure[],
    ): Promise<void> {
      const store = createLoginThrottleStore(transaction)
      const attemptsOf = await store.lock([account.id, network.id])
      const ofAccount = counted.map((one) => one.account)
      await store.save(
        {
          subject: account,
          attempts: removeFailures(attemptsOf(account.id), ofAccount, accountLimit.maxFailures),
        },
        { subject: network, attempts: withoutFailures(attemptsOf(network.id), counted) },
      )
    },

    /** Records a success, which ends all failures of the username. Those of the network are removed, the newest first. */
    async recordSuccess(
      transaction: Transaction,
      { account, network }: Subjects,
      counted: readonly CountedFailure[],
    ): Promise<void> {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const attemptsOf = await store.lock([account.id, network.id])
      await store.save(
        { subject: account, attempts: { ...NO_ATTEMPTS, succeededAt: time, updatedAt: time } },
        { subject: network, attempts: withoutFailures(attemptsOf(network.id), counted) },
      )
    },

    /** Returns the time of the last success. Locks both subjects, as everything does that changes them. */
    async lastSuccess(transaction: Transaction, { account, network }: Subjects): Promise<number> {
      const attemptsOf = await createLoginThrottleStore(transaction).lock([account.id, network.id])
      return attemptsOf(account.id).succeededAt
    },
  }

  function withoutFailures(ofNetwork: Attempts, counted: readonly CountedFailure[]): Attempts {
    const failures = counted.flatMap(({ network }) => network ?? [])
    return removeFailures(ofNetwork, failures, networkLimit.maxFailures)
  }
}

interface AddedFailure {
  readonly counted: CountedFailure
  /** Whether the user has logged in from the network before. */
  readonly isKnown: boolean
  /** Set while the account or the network is blocked. */
  readonly refusal: Refusal | undefined
}

/** Returns what an attempt of a person or a program is counted for. */
export function subjectsOf(countedFor: 'person' | 'program', username: string, network: string) {
  const kinds = KINDS[countedFor]
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

/** Returns how long a subject would be blocked without one of its failures. */
function blockedWithout(current: Attempts, counted: Counted | undefined, maxFailures: number): number {
  return (counted ? removeFailures(current, [counted], maxFailures) : current).blockedUntil
}
