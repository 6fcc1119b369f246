import { expect, test } from 'vitest'
import { createEventStore } from '../../src/core/events/event.store.ts'
import { createUserNetworkStore } from '../../src/core/session/user-network.store.ts'
import { createUserStore } from '../../src/core/user/user.store.ts'
import { createPasswordRequirement } from '../../src/features/login/second-factor/password-requirement.ts'
import {
  createSecondFactorThrottle,
  MAX_FAILURES_PER_PASSWORD,
  type SecondFactorThrottleOptions,
  type WrongSecondFactor,
} from '../../src/features/login/second-factor/second-factor-throttle.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { onEveryDatabase } from './stores.ts'
import { addUser } from './stores-data.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

const HOME = '203.0.113.7'
const DAY = 24 * 60 * 60 * 1000

onEveryDatabase((place) => {
  let time = Date.UTC(2026, 0, 31)
  let blocked: WrongSecondFactor[] = []
  let known: WrongSecondFactor[] = []

  /** A node with a throttle of its own. All share the database. */
  function node(options: Partial<SecondFactorThrottleOptions> = {}) {
    blocked = []
    known = []
    return createSecondFactorThrottle({
      database: place.database,
      userNetworks: createUserNetworkStore(place.database),
      maxFailures: 3,
      maxDelaySeconds: 60,
      onBlocked: async (wrong) => void blocked.push(wrong),
      onPasswordKnown: async (wrong) => void known.push(wrong),
      now: () => time,
      ...options,
    })
  }
  type Node = ReturnType<typeof node>

  interface Attempt {
    readonly userId?: number
    readonly isRight?: boolean
    readonly method?: 'password' | 'ldap' | undefined
  }

  /** Returns whether the code was right, or how many seconds to wait. */
  async function attempt(at: Node, address: string, attempt: Attempt = {}): Promise<boolean | number> {
    const { userId = 7, isRight = false, method = 'password' } = attempt
    const who = { account: { userId, username: 'alice' }, address, method }
    try {
      return await at.attempt(who, async () => isRight)
    } catch (error) {
      if (error instanceof Refusal) return Number(error.details.retryAfterSeconds)
      throw error
    }
  }

  /** Another network for each number. */
  const stranger = (number: number) => `2001:db8:${number.toString(16)}::1`
  const knowHome = (userId = 7) => createUserNetworkStore(place.database).recordLogin(userId, HOME, time)

  test('wrong codes from many networks are counted together, and the delay doubles up to the maximum', async () => {
    const throttle = node()
    for (let i = 0; i < 3; i++) expect(await attempt(throttle, stranger(i))).toBe(false)
    expect(blocked).toEqual([
      { account: { userId: 7, username: 'alice' }, address: stranger(2), failures: 3 },
    ])
    for (const seconds of [10, 20, 40, 60, 60]) {
      expect(await attempt(throttle, stranger(100))).toBe(seconds)
      expect(await attempt(throttle, stranger(101), { isRight: true }), 'the right code too').toBe(seconds)
      time += seconds * 1000
      expect(await attempt(throttle, stranger(seconds))).toBe(false)
    }
    expect(await attempt(throttle, stranger(1), { userId: 8 }), 'another user').toBe(false)
  })

  test('the owner in a known network is never delayed, and does not reset the count of the others', async () => {
    const throttle = node()
    await knowHome()
    for (let i = 0; i < 3; i++) await attempt(throttle, stranger(i))
    expect(await attempt(throttle, HOME)).toBe(false)
    expect(await attempt(throttle, HOME, { isRight: true })).toBe(true)
    expect(await attempt(throttle, stranger(9), { isRight: true })).toBe(10)
    time += 10_000
    expect(await attempt(throttle, stranger(9))).toBe(false)
    expect(await attempt(throttle, stranger(9)), 'two more failures, of which one was at home').toBe(40)
  })

  test('right codes are not counted, nor attempts that could not be decided', async () => {
    const throttle = node()
    for (let i = 0; i < 10; i++) expect(await attempt(throttle, stranger(i), { isRight: true })).toBe(true)
    const who = { account: { userId: 7, username: 'alice' }, address: stranger(1), method: undefined }
    const broken = throttle.attempt(who, () => Promise.reject(new Error('the database is gone')))
    await expect(broken).rejects.toThrow('the database is gone')
    for (let i = 0; i < 3; i++) expect(await attempt(throttle, stranger(i))).toBe(false)
    expect(await attempt(throttle, stranger(4))).toBe(10)
  })

  test('failures are counted for a day after the last one', async () => {
    const throttle = node()
    for (let i = 0; i < 3; i++) await attempt(throttle, stranger(i))
    time += DAY + 1
    for (let i = 0; i < 3; i++) expect(await attempt(throttle, stranger(i))).toBe(false)
  })

  test('of concurrent guesses from many networks on two nodes, at most as many are verified as of sequential ones', async () => {
    const nodes = [node(), node({ database: await anotherNode(place) })]
    let verified = 0
    const guesses = Array.from({ length: 60 }, (_, i) => {
      const who = { account: { userId: 7, username: 'alice' }, address: stranger(i), method: undefined }
      const verify = async () => {
        verified++
        return false
      }
      return nodes[i % 2]?.attempt(who, verify).catch((error: unknown) => error)
    })
    await Promise.all(guesses)
    expect(verified).toBe(3)
  })

  test('wrong passkeys are counted, without a delay for them', async () => {
    const throttle = node()
    for (let i = 0; i < 5; i++) await throttle.countFailure(7)
    expect(await attempt(throttle, stranger(1))).toBe(10)
  })

  test('after many wrong codes of somebody who knows the password, a new one is required', async () => {
    const throttle = node({ maxFailures: 0 })
    for (let i = 1; i < MAX_FAILURES_PER_PASSWORD; i++) await attempt(throttle, stranger(i))
    expect([blocked, known]).toEqual([[], []])
    await attempt(throttle, stranger(1), { method: 'ldap' })
    expect(known, 'its password is not set here').toEqual([])
    await attempt(throttle, HOME)
    expect(known).toEqual([
      { account: { userId: 7, username: 'alice' }, address: HOME, failures: MAX_FAILURES_PER_PASSWORD + 1 },
    ])
  })

  test('the user is marked once, with an audit entry and an event, and a new password resets the count', async () => {
    const { operations, userAdministration } = administrationOf(place.database, () => time)
    const userId = await addUser(place.database, 'alice')
    const bob = await addUser(place.database, 'bob')
    const external = await addUser(place.database, 'external', { passwordHash: '' })
    const throttle = node({ maxFailures: 0, onPasswordKnown: createPasswordRequirement(operations) })
    const guess = async (id: number, times: number) => {
      for (let i = 0; i < times; i++) await attempt(throttle, stranger(i), { userId: id })
    }
    await guess(userId, MAX_FAILURES_PER_PASSWORD + 2)
    await guess(bob, MAX_FAILURES_PER_PASSWORD - 1)
    await guess(external, MAX_FAILURES_PER_PASSWORD)
    const users = createUserStore(place.database)
    const due = async (id: number) => (await users.find(id))?.pwdChangeDue
    expect([await due(userId), await due(bob), await due(external)]).toEqual([true, false, false])
    const events = await createEventStore(place.database).page({}, { pageIndex: 1, pageSize: 10 })
    expect(events.list).toMatchObject([
      {
        kind: 'password.change-required',
        severity: 'critical',
        fields: { username: 'alice', userId, failures: MAX_FAILURES_PER_PASSWORD },
      },
    ])
    const audit = await place.database.selectFrom('audit_log').select(['action', 'target']).execute()
    expect(audit).toEqual([{ action: 'user.update', target: 'alice' }])
    await userAdministration.setPassword(OPERATOR, userId, { password: 'another password' })
    expect(await due(userId)).toBe(false)
    await guess(userId, MAX_FAILURES_PER_PASSWORD - 1)
    expect(await due(userId)).toBe(false)
  })
})
