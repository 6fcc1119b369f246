import { createHash } from 'node:crypto'
import type { RootDatabase } from '../database/database.ts'
import { inTransaction, retryOnConflict } from '../database/transaction.ts'
import { networkOf } from '../network.ts'
import { Refusal } from '../refusal.ts'
import { usernameKey } from '../user/username.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { type Attempts, createLoginThrottleStore, NO_ATTEMPTS } from './login-throttle.store.ts'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
const FIRST_DELAY = 10 * SECOND
/** For one who has been let in from there before: an attacker in the same network keeps them waiting no longer. */
const LONGEST_DELAY_WHERE_KNOWN = 60 * SECOND

export interface LoginThrottle {
  /**
   * Verifies a username and password, unless too many have failed before. What gives nothing is a failure. Whether the
   * password would have been right makes no difference to one who has to wait.
   */
  attempt<T>(
    who: { username: string; address: string },
    verify: () => Promise<T | undefined>,
  ): Promise<T | undefined>
}

export interface LoginThrottleOptions {
  readonly database: RootDatabase
  /** How many are verified at once: each counts as a failure until it is known to be none. */
  readonly turns: ConcurrencyLimit
  /** Failures of one username from one network before there is a delay; 0 for none ever. */
  readonly maxFailures: number
  /** The same for all usernames together. */
  readonly maxFailuresPerNetwork: number
  readonly maxDelaySeconds: number
  readonly now: () => number
}

/**
 * Failures are counted for each username and network, and for each network, in the database: they outlast a restart, and all
 * nodes count together. They are counted before the password is looked at, so that a thousand guesses at once get no more
 * tries than one after another. Nobody can lock the owner of an account out: elsewhere, others count for themselves.
 */
export function createLoginThrottle(options: LoginThrottleOptions): LoginThrottle {
  const { database, turns, now } = options
  if (options.maxFailures === 0) return { attempt: (_who, verify) => turns(verify) }

  const ofAccount = { free: options.maxFailures, longest: options.maxDelaySeconds * SECOND }
  const ofNetwork = { ...ofAccount, free: options.maxFailuresPerNetwork }

  /** Counts a failure beforehand. Answers how to take it back. */
  async function reserve(account: string, network: string): Promise<Reserved> {
    return inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const attemptsOf = await store.lock([account, network])
      const own = remembered(attemptsOf(account), time)
      const all = remembered(attemptsOf(network), time)
      const isKnown = own.succeededAt > 0
      // What others in the network do is no reason to keep out one who has been let in from there.
      const blockedUntil = Math.max(own.blockedUntil, isKnown ? 0 : all.blockedUntil)
      if (blockedUntil > time) {
        const retryAfterSeconds = Math.ceil((blockedUntil - time) / SECOND)
        throw new Refusal('rate-limited', { retryAfterSeconds })
      }
      const longest = isKnown ? Math.min(ofAccount.longest, LONGEST_DELAY_WHERE_KNOWN) : ofAccount.longest
      const counted = {
        own: failed(own, time, { ...ofAccount, longest }),
        // Who does not wait for the network makes nobody else wait there before it is known to be a failure.
        all: isKnown ? all : failed(all, time, ofNetwork),
      }
      await store.save(account, counted.own)
      const reserved = { own: { before: own, after: counted.own }, all: { before: all, after: counted.all } }
      if (isCounted(reserved.all)) await store.save(network, counted.all)
      return reserved
    })
  }

  /** Takes the failure back that was counted beforehand. */
  async function settle(
    [account, network]: readonly [string, string],
    reserved: Reserved,
    outcome: 'succeeded' | 'unknown',
  ): Promise<void> {
    const time = now()
    const success = { ...NO_ATTEMPTS, succeededAt: time, updatedAt: time }
    // For the figure `storm`: whatever was counted for the username is over and need not be read, and for the network nothing was.
    if (outcome === 'succeeded' && !isCounted(reserved.all)) {
      await retryOnConflict(() => createLoginThrottleStore(database).save(account, success))
      return
    }
    await inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const attemptsOf = await store.lock([account, network])
      await store.save(
        account,
        outcome === 'succeeded' ? success : takenBack(attemptsOf(account), reserved.own, ofAccount.free),
      )
      if (isCounted(reserved.all))
        await store.save(network, takenBack(attemptsOf(network), reserved.all, ofNetwork.free))
    })
  }

  /** Counts the failure of one who did not wait for the network. */
  async function countLate(network: string): Promise<void> {
    await inTransaction(database, async (transaction) => {
      const store = createLoginThrottleStore(transaction)
      const time = now()
      const attemptsOf = await store.lock([network])
      await store.save(network, failed(remembered(attemptsOf(network), time), time, ofNetwork))
    })
  }

  return {
    attempt: ({ username, address }, verify) =>
      turns(async () => {
        const network = networkOf(address)
        const subjects = [
          subjectOf('account', usernameKey(username), network),
          subjectOf('network', network),
        ] as const
        const reserved = await reserve(...subjects)
        const outcome = await verify().catch(async (error: unknown) => {
          await settle(subjects, reserved, 'unknown')
          throw error
        })
        if (outcome !== undefined) await settle(subjects, reserved, 'succeeded')
        else if (!isCounted(reserved.all)) await countLate(subjects[1])
        return outcome
      }),
  }
}

/** Of fixed length, and telling nobody who has tried what. */
function subjectOf(kind: 'account' | 'network', ...parts: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url')
}

/** What failed more than a day ago is forgotten; where somebody was let in is not. */
function remembered(attempts: Attempts, time: number): Attempts {
  const { succeededAt } = attempts
  return time - attempts.updatedAt > DAY ? { ...NO_ATTEMPTS, succeededAt } : attempts
}

function failed(attempts: Attempts, time: number, limit: { free: number; longest: number }): Attempts {
  const failures = attempts.failures + 1
  const beyond = failures - limit.free
  // The first delay doubles with every further failure; 2^20 is beyond any bound.
  const delay = beyond < 0 ? 0 : Math.min(limit.longest, FIRST_DELAY * 2 ** Math.min(beyond, 20))
  return { ...attempts, failures, blockedUntil: delay === 0 ? 0 : time + delay, updatedAt: time }
}

/** What was counted beforehand, for the username and for the network. */
interface Reserved {
  readonly own: Counted
  readonly all: Counted
}

interface Counted {
  readonly before: Attempts
  readonly after: Attempts
}

/** As if it had never been counted: with the wait that it added, unless somebody has failed since. */
function takenBack(now: Attempts, { before, after }: Counted, free: number): Attempts {
  const failures = Math.max(0, now.failures - 1)
  const blockedUntil = now.blockedUntil === after.blockedUntil ? before.blockedUntil : now.blockedUntil
  return { ...now, failures, blockedUntil: failures < free ? 0 : blockedUntil }
}

function isCounted({ before, after }: Counted): boolean {
  return before !== after
}
