import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../platform/database/database.ts'
import { inTransaction } from '../../platform/database/query/transaction.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../platform/runtime/concurrency-limit.ts'
import { DAY_IN_MS } from '../../platform/runtime/time-units.ts'
import { createLoginThrottleStore, NO_ATTEMPTS } from './login-throttle.store.ts'
import { createLoginThrottle, type FailedLogin, type LoginThrottleOptions } from './login-throttle.ts'

const ALICE = { username: 'alice', address: '203.0.113.7' }

let handle: DatabaseHandle
let time: number
beforeEach(async () => {
  handle = await openDatabase('sqlite::memory:')
  time = 10 * DAY_IN_MS
})
afterEach(() => handle.close())

function place(options: Partial<LoginThrottleOptions> = {}) {
  const throttle = createLoginThrottle({
    database: handle.database,
    limit: createConcurrencyLimit({ concurrency: 1, maxWaiting: 0 }),
    maxFailures: 3,
    maxFailuresPerNetwork: 100,
    maxDelaySeconds: 900,
    now: () => time,
    ...options,
  })
  /** Let in, wrong, broken, or for how many seconds to wait. */
  const attempt = (verify: () => Promise<'in' | undefined>): Promise<unknown> =>
    throttle.attempt(ALICE, verify).then(
      (found) => found ?? 'wrong',
      (error) => {
        if (!(error instanceof Refusal)) return 'broken'
        expect(error.reason).toBe('rate-limited')
        return error.details.retryAfterSeconds
      },
    )
  return {
    right: () => attempt(async () => 'in'),
    wrong: () => attempt(async () => undefined),
    broken: () => attempt(() => Promise.reject(new Error('the database is gone'))),
    throttle,
  }
}

async function storedFailures(): Promise<number[]> {
  const rows = await handle.database.selectFrom('login_attempts').select('failures').execute()
  return rows.map(({ failures }) => failures).sort()
}

test('a disabled throttle delays nobody and stores nothing, but limits the concurrency', async () => {
  const { wrong, right, throttle } = place({ maxFailures: 0 })
  for (let i = 0; i < 10; i++) expect(await wrong()).toBe('wrong')
  expect(await right()).toBe('in')
  expect(await handle.database.selectFrom('login_attempts').selectAll().execute()).toEqual([])
  const first = throttle.attempt(ALICE, async () => 'in')
  await expect(throttle.attempt(ALICE, async () => 'in')).rejects.toThrow('rate-limited')
  expect(await first).toBe('in')
})

test('an attempt that throws is not counted and does not remove earlier failures', async () => {
  const { wrong, broken } = place()
  expect([await wrong(), await wrong(), await broken(), await broken(), await wrong()]).toEqual([
    'wrong',
    'wrong',
    'broken',
    'broken',
    'wrong',
  ])
  expect(await wrong()).toBe(10)
})

test('credentials of a user with another name do not reset the failures', async () => {
  const { wrong, throttle } = place()
  expect([await wrong(), await wrong()]).toEqual(['wrong', 'wrong'])
  const reservation = await throttle.reserve(ALICE)
  await inTransaction(handle.database, await reservation.succeed({ username: 'bob' }))
  expect([await wrong(), await wrong()]).toEqual(['wrong', 10])
})

test('right credentials whose session cannot be opened are not counted, and reset the failures', async () => {
  const { wrong, throttle } = place()
  expect(await wrong()).toBe('wrong')
  const reservation = await throttle.reserve(ALICE)
  await reservation.succeed(ALICE)
  await reservation.cancel()
  expect(await storedFailures(), 'the earlier failure of the network stays').toEqual([0, 1])
})

test('a login that fails after its transaction does not remove failures of others', async () => {
  const { wrong, throttle } = place()
  expect([await wrong(), await wrong()]).toEqual(['wrong', 'wrong'])
  for (const username of ['somebody', 'bob']) {
    const reservation = await throttle.reserve({ ...ALICE, username: 'bob' })
    await inTransaction(handle.database, await reservation.succeed({ username }))
    await reservation.cancel()
    expect(await storedFailures(), 'of bob, alice and the network').toEqual([0, 2, 2])
  }
})

test('a login whose transaction is rolled back at its end is not counted', async () => {
  const { wrong, throttle } = place()
  expect(await wrong()).toBe('wrong')
  const reservation = await throttle.reserve(ALICE)
  const settle = await reservation.succeed(ALICE)
  const opening = inTransaction(handle.database, async (transaction) => {
    await settle(transaction)
    throw new Error('the database is gone')
  })
  await expect(opening).rejects.toThrow('the database is gone')
  await reservation.cancel()
  expect(await storedFailures(), 'of alice and the network').toEqual([0, 1])
})

test('a transaction that the database repeats removes the failures once', async () => {
  const { wrong, throttle } = place()
  await throttle.attempt({ ...ALICE, username: 'bob' }, async () => undefined)
  expect(await wrong()).toBe('wrong')
  const reservation = await throttle.reserve(ALICE)
  const settle = await reservation.succeed(ALICE)
  const opening = inTransaction(handle.database, async (transaction) => {
    await settle(transaction)
    throw new Error('conflict')
  })
  await expect(opening).rejects.toThrow('conflict')
  await inTransaction(handle.database, settle)
  expect(await storedFailures(), 'of alice, bob and the network').toEqual([0, 1, 2])
})

test('an attempt that is not admitted stays counted, is reported, and is refused', async () => {
  const reported: FailedLogin[] = []
  const { wrong, throttle } = place({
    maxFailuresPerNetwork: 2,
    onFailure: async (login) => void reported.push(login),
  })
  expect([await wrong(), await wrong()]).toEqual(['wrong', 'wrong'])
  const reservation = await throttle.reserve({ ...ALICE, username: 'bob' })
  expect(reservation.isAdmitted).toBe(false)
  await expect(reservation.fail()).rejects.toThrow('rate-limited')
  expect(reported.map(({ username }) => username)).toEqual(['alice', 'alice', 'bob'])
  expect(await storedFailures(), 'of bob, alice and the network').toEqual([1, 2, 2])
})

test('an attempt that throws after a delay neither adds nor shortens a delay', async () => {
  const { wrong, broken } = place()
  for (let i = 0; i < 3; i++) await wrong()
  time += 10_000
  expect(await broken()).toBe('broken')
  expect(await wrong()).toBe('wrong')
  expect(await wrong()).toBe(20)
})

test('failures are counted for a day', async () => {
  const { wrong } = place()
  await wrong()
  await wrong()
  time += DAY_IN_MS
  await wrong()
  expect(await wrong()).toBe(10)
  time += DAY_IN_MS + 1
  for (let i = 0; i < 3; i++) expect(await wrong()).toBe('wrong')
})

test('a user who has logged in from the network before waits at most a minute, whatever Retry-After says', async () => {
  const { wrong, right } = place()
  expect(await right()).toBe('in')
  for (let i = 0; i < 3; i++) await wrong()
  for (const seconds of [10, 20, 40]) {
    expect(await right()).toBe(seconds)
    time += seconds * 1000
    expect(await wrong()).toBe('wrong')
  }
  expect(await right()).toBe(80)
  time += 60_000
  expect(await wrong()).toBe(160)
  time += 59_999
  expect(await right()).toBe(101)
  time += 1
  expect(await right()).toBe('in')
})

test('an attempt that throws removes no failures of a user who has logged in before', async () => {
  const { right, wrong, broken } = place()
  expect([await right(), await wrong(), await wrong(), await broken(), await wrong()]).toEqual([
    'in',
    'wrong',
    'wrong',
    'broken',
    'wrong',
  ])
  expect(await right()).toBe(10)
})

test('there is no delay below the limit, even if the clock of a node is behind', async () => {
  const { wrong, right } = place()
  await wrong()
  time -= 5000
  expect(await right()).toBe('in')
})

test('the stored rows do not reveal usernames or addresses before a login is blocked', async () => {
  await place().wrong()
  const rows = await handle.database.selectFrom('login_attempts').selectAll().execute()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row).toMatchObject({ id: expect.stringMatching(/^[\w-]{43}$/), username: '', network: '' })
  }
})

test('rows are deleted when both the last failure and the last success are old', async () => {
  const store = createLoginThrottleStore(handle.database)
  const subjects = { old: [9, 99], 'failed lately': [10, 99], 'let in lately': [9, 100] } as const
  for (const [subject, [updatedAt, succeededAt]] of Object.entries(subjects)) {
    await store.lock([subject])
    await store.save({
      subject: { id: subject, username: 'alice', network: 'here' },
      attempts: { ...NO_ATTEMPTS, blockedUntil: 1, updatedAt, succeededAt },
    })
  }
  await store.deleteExpired(10, 100)
  const rows = handle.database.selectFrom('login_attempts').select(['id', 'username']).orderBy('id')
  expect(await rows.execute(), 'old names too').toEqual([
    { id: 'failed lately', username: 'alice' },
    { id: 'let in lately', username: '' },
  ])
})

/** Attempts of several names from one network, whose outcome is told later. */
function network(maxFailuresPerNetwork: number) {
  const { throttle } = place({ maxFailuresPerNetwork, limit: (work) => work() })
  const begin = async (username: string) => {
    let tell: (found: 'in' | undefined) => void = () => {}
    let outcome: Promise<unknown> = Promise.resolve()
    // Resolves when it is being verified, or has to wait.
    await new Promise<void>((resolve) => {
      const verify = () => {
        resolve()
        return new Promise<'in' | undefined>((settle) => {
          tell = settle
        })
      }
      outcome = throttle.attempt({ ...ALICE, username }, verify).then(
        (found) => found ?? 'wrong',
        (error: Refusal) => error.details.retryAfterSeconds,
      )
      outcome.then(() => resolve())
    })
    return (found?: 'in') => {
      tell(found)
      return outcome
    }
  }
  return { begin, attempt: async (username: string, found?: 'in') => (await begin(username))(found) }
}

test('a success removes the delay that concurrent attempts from the network have caused', async () => {
  const { begin, attempt } = network(2)
  const [ann, bob] = [await begin('ann'), await begin('bob')]
  expect(await attempt('carol', 'in')).toBe(10)
  expect(await ann('in')).toBe('in')
  expect(await attempt('carol', 'in')).toBe('in')
  expect(await bob()).toBe('wrong')
})

test('attempts from a blocked network do not extend the block', async () => {
  const { begin, attempt } = network(3)
  await attempt('known', 'in')
  for (const name of ['one', 'two']) await attempt(name)
  const ann = await begin('ann')
  const bob = await begin('bob')
  expect(await bob()).toBe(10)
  expect(await ann('in')).toBe('in')
  expect(await attempt('carol')).toBe('wrong')
  expect(await attempt('dave', 'in')).toBe(10)
  expect(await attempt('known', 'in')).toBe('in')
})

test('while a network is blocked, every username is verified and gets the same refusal', async () => {
  const { begin, attempt } = network(2)
  await attempt('known', 'in')
  for (const name of ['one', 'two']) await attempt(name)
  const outcomes = []
  for (const name of ['known', 'unknown']) {
    for (let i = 0; i < 2; i++) {
      // The promise of `begin` resolves when `verify` is called.
      const finish = await begin(name)
      outcomes.push(await finish())
    }
  }
  expect(outcomes).toEqual([10, 10, 10, 10])
  expect(await attempt('unknown', 'in')).toBe(10)
  expect(await attempt('known', 'in')).toBe('in')
})

test('a failed attempt frees its slot before its failure is recorded', async () => {
  for (const maxFailures of [0, 3]) {
    const limit = createConcurrencyLimit({ concurrency: 1, maxWaiting: 0 })
    let record = (): void => {}
    const recorded = new Promise<void>((resolve) => {
      record = resolve
    })
    let failing: Promise<unknown> | undefined
    await new Promise<void>((started) => {
      const onFailure = () => {
        started()
        return recorded
      }
      failing = place({ maxFailures, onFailure, limit }).wrong()
    })
    expect(await place({ maxFailures, limit }).right()).toBe('in')
    record()
    expect(await failing).toBe('wrong')
  }
})
