import { expect, test } from 'vitest'
import {
  type CountedStep,
  createLoginThrottle,
  type LoginThrottleOptions,
} from '../../src/core/login/login-throttle.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createSecondFactorStore } from '../../src/features/login/second-factor/second-factor.store.ts'
import { inTransaction } from '../../src/platform/database/query/transaction.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../src/platform/runtime/concurrency-limit.ts'
import { onEveryDatabase } from './stores.ts'
import { AT, addUser } from './stores-data.ts'
import { anotherNode } from './stores-operators.ts'

const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

onEveryDatabase((place) => {
  const store = () => createSecondFactorStore(place.database)

  async function enabled(userId = 7): Promise<void> {
    expect(await store().begin(userId, `secret of ${userId}`, AT)).toBe(true)
    expect(await store().confirm(userId, `secret of ${userId}`, 100, AT + 1)).toBe(true)
  }

  test('an enrolment replaces one that was not confirmed, and nothing replaces a confirmed factor', async () => {
    expect(await store().begin(7, 'first', AT)).toBe(true)
    expect(await store().begin(7, 'second', AT + 5)).toBe(true)
    expect(await store().find(7)).toEqual({ secret: 'second', confirmedAt: 0, createdAt: AT + 5 })
    expect(await store().confirm(7, 'first', 100, AT)).toBe(false)
    expect(await store().confirm(7, 'second', 100, AT + 9)).toBe(true)
    expect(await store().confirm(7, 'second', 101, AT + 9)).toBe(false)
    expect(await store().begin(7, 'third', AT)).toBe(false)
    expect(await store().find(7)).toEqual({ secret: 'second', confirmedAt: AT + 9, createdAt: AT + 5 })
    expect(await store().find(8)).toBeUndefined()
  })

  test('of enrolments that begin at the same time, none is refused, and one of their secrets is stored', async () => {
    const secrets = ['one', 'two', 'three', 'four']
    const begun = await Promise.all(secrets.map((secret) => store().begin(7, secret, AT)))
    expect(begun).toEqual([true, true, true, true])
    expect(secrets).toContain((await store().find(7))?.secret)
    expect(await store().begin(7, 'the last one', AT)).toBe(true)
    expect(await store().find(7)).toMatchObject({ secret: 'the last one' })
  })

  test('a step is used once, in order, and only for the secret that was checked', async () => {
    await enabled()
    const use = (step: number, secret = 'secret of 7') => store().consumeStep(7, secret, step)
    expect(await use(100), 'the step that confirmed the enrolment').toBe(false)
    expect(await use(102)).toBe(true)
    expect(await use(102)).toBe(false)
    expect(await use(101)).toBe(false)
    expect(await use(103, 'another secret')).toBe(false)
    expect(await use(103)).toBe(true)
    expect(await store().begin(8, 'secret of 8', AT)).toBe(true)
    expect(await store().consumeStep(8, 'secret of 8', 500), 'not confirmed').toBe(false)
  })

  test('of concurrent uses of a code on two nodes, one succeeds', async () => {
    await enabled()
    await store().replaceRecoveryCodes(7, ['hash'])
    const nodes = [store(), createSecondFactorStore(await anotherNode(place))]
    const ofAll = <T>(work: (node: ReturnType<typeof store>) => Promise<T>) =>
      Promise.all(Array.from({ length: 10 }, () => nodes.map(work)).flat())
    const steps = await ofAll((node) => node.consumeStep(7, 'secret of 7', 200))
    expect(steps.filter(Boolean)).toHaveLength(1)
    const codes = await ofAll((node) => node.consumeRecoveryCode(7, 'hash', AT))
    expect(codes.filter(Boolean)).toHaveLength(1)
  })

  test('recovery codes are replaced and counted, and each is used once by its owner', async () => {
    await store().replaceRecoveryCodes(7, ['a', 'b', 'c'])
    expect(await store().consumeRecoveryCode(8, 'a', AT)).toBe(false)
    expect(await store().consumeRecoveryCode(7, 'A', AT), 'compared exactly').toBe(false)
    expect(await store().consumeRecoveryCode(7, 'a', AT)).toBe(true)
    expect(await store().consumeRecoveryCode(7, 'a', AT)).toBe(false)
    expect(await store().countRecoveryCodes(7)).toBe(2)
    await store().replaceRecoveryCodes(7, ['d'])
    expect(await store().consumeRecoveryCode(7, 'b', AT)).toBe(false)
    expect(await store().countRecoveryCodes(7)).toBe(1)
  })

  test('removing a factor or its user removes the recovery codes', async () => {
    await enabled()
    await store().replaceRecoveryCodes(7, ['a'])
    expect(await store().remove(7)).toBe(true)
    expect(await store().remove(7)).toBe(false)
    expect(await store().countRecoveryCodes(7)).toBe(0)
    const userId = await addUser(place.database, 'alice')
    await enabled(userId)
    await store().replaceRecoveryCodes(userId, ['a'])
    await createUserStore(place.database).remove(userId)
    expect(await store().find(userId)).toBeUndefined()
    expect(await store().countRecoveryCodes(userId)).toBe(0)
  })

  test('secrets are found without their users', async () => {
    expect(await store().someSecrets(5)).toEqual([])
    for (const userId of [1, 2, 3]) await enabled(userId)
    expect(await store().someSecrets(2)).toHaveLength(2)
  })

  let time = Date.UTC(2026, 0, 31)
  let events = 0

  function throttleOf(options: Partial<LoginThrottleOptions> = {}) {
    events = 0
    return createLoginThrottle({
      database: place.database,
      limit: createConcurrencyLimit({ concurrency: 3, maxWaiting: 1000 }),
      maxFailures: 3,
      maxFailuresPerNetwork: 5,
      maxDelaySeconds: 900,
      onFailure: async () => {
        events++
      },
      now: () => time,
      ...options,
    })
  }
  type Throttle = ReturnType<typeof throttleOf>

  interface Step {
    readonly at?: string
    readonly isLast?: boolean
    readonly earlier?: readonly CountedStep[]
  }

  /** A step that succeeds. Returns what it has counted, or the seconds to wait. */
  async function succeed(throttle: Throttle, username: string, step: Step): Promise<readonly CountedStep[]> {
    const { at: address = HERE, isLast = false, earlier = [] } = step
    const reservation = await throttle.reserve({ username, address, earlier })
    if (!reservation.isAdmitted) await reservation.fail()
    if (isLast) await inTransaction(place.database, await reservation.succeed({ username }))
    // As tickets are stored.
    return JSON.parse(JSON.stringify(reservation.counted))
  }

  async function failCode(throttle: Throttle, username: string, earlier: readonly CountedStep[]) {
    const reservation = await throttle.reserve({ username, address: HERE, earlier })
    await reservation.fail()
    return reservation.counted
  }

  async function failPassword(throttle: Throttle, username: string, address = HERE): Promise<string> {
    try {
      await throttle.attempt({ username, address }, async () => undefined)
      return 'wrong'
    } catch (error) {
      if (error instanceof Refusal) return error.reason
      throw error
    }
  }

  test('ordinary logins of two steps block neither the user nor the network, and cause no event', async () => {
    const throttle = throttleOf()
    for (let i = 0; i < 12; i++) {
      const username = `user ${i % 4}`
      await succeed(throttle, username, { earlier: await succeed(throttle, username, {}), isLast: true })
    }
    expect(events).toBe(0)
    const rows = await place.database.selectFrom('login_attempts').select(['failures']).execute()
    expect(rows.every(({ failures }) => failures === 0)).toBe(true)
  })

  test('first steps without a second one are counted', async () => {
    const throttle = throttleOf()
    for (let i = 0; i < 3; i++) await succeed(throttle, 'alice', {})
    await expect(succeed(throttle, 'alice', {})).rejects.toThrow('rate-limited')
    expect(events).toBe(0)
  })

  test('the block that the first step itself has caused does not stop the second step', async () => {
    const throttle = throttleOf()
    await failPassword(throttle, 'alice')
    await failPassword(throttle, 'alice')
    const earlier = await succeed(throttle, 'alice', {})
    expect(await failPassword(throttle, 'alice')).toBe('rate-limited')
    await succeed(throttle, 'alice', { earlier, isLast: true })
    expect(await failPassword(throttle, 'alice')).toBe('wrong')
  })

  test('wrong codes are counted with an event, block, and are removed by the right one', async () => {
    const throttle = throttleOf()
    let counted = await succeed(throttle, 'alice', {})
    for (let i = 0; i < 3; i++) counted = await failCode(throttle, 'alice', counted)
    expect(events).toBe(3)
    await expect(failCode(throttle, 'alice', counted)).rejects.toThrow('rate-limited')
    time += 60_000
    await succeed(throttle, 'alice', { earlier: counted, isLast: true })
    const rows = await place.database.selectFrom('login_attempts').select(['failures']).execute()
    expect(rows.map(({ failures }) => failures)).toEqual([0, 0])
  })

  test('a login that moves to another network leaves no failure in the first one', async () => {
    const throttle = throttleOf()
    const earlier = await succeed(throttle, 'alice', {})
    await succeed(throttle, 'alice', { earlier, at: ELSEWHERE, isLast: true })
    const rows = await place.database.selectFrom('login_attempts').select(['failures']).execute()
    expect(rows.map(({ failures }) => failures)).toEqual([0, 0, 0, 0])
  })

  test('in a blocked network, a first step looks like a failure unless the user is known there', async () => {
    const throttle = throttleOf()
    await succeed(throttle, 'known', { isLast: true })
    for (let i = 0; i < 5; i++) await failPassword(throttle, `name ${i}`)
    await expect(succeed(throttle, 'stranger', {})).rejects.toThrow('rate-limited')
    const earlier = await succeed(throttle, 'known', {})
    await succeed(throttle, 'known', { earlier, isLast: true })
  })
})
