import { expect, test } from 'vitest'
import { createBlockedLoginStore } from '../../src/core/login/blocked-login.store.ts'
import { createLoginThrottle, type LoginThrottleOptions } from '../../src/core/login/login-throttle.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { Refusal } from '../../src/platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../src/platform/runtime/concurrency-limit.ts'
import { GENEROUS_LIMITS, onEveryDatabase } from './stores.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'
const MINUTE = 60_000

onEveryDatabase((place) => {
  let time = Date.UTC(2026, 0, 31)

  /** A node with a throttle of its own; all share the database. */
  function node(options: Partial<LoginThrottleOptions> = {}) {
    return createLoginThrottle({
      database: place.database,
      limit: createConcurrencyLimit({ concurrency: 3, maxWaiting: 10_000 }),
      maxFailures: 10,
      maxFailuresPerNetwork: 30,
      maxDelaySeconds: 900,
      now: () => time,
      ...options,
    })
  }

  type Node = ReturnType<typeof node>

  /** What came of an attempt: let in, looked at and refused, or made to wait for so many seconds. */
  async function attempt(at: Node, username: string, address: string, isRight = false): Promise<unknown> {
    try {
      const found = await at.attempt({ username, address }, async () => (isRight ? 'account' : undefined))
      return found === undefined ? 'wrong' : 'in'
    } catch (error) {
      if (error instanceof Refusal) return error.details.retryAfterSeconds
      throw error
    }
  }

  async function fail(at: Node, times: number, username = 'alice', address = HERE): Promise<unknown[]> {
    const outcomes: unknown[] = []
    for (let i = 0; i < times; i++) outcomes.push(await attempt(at, username, address))
    return outcomes
  }

  test('after ten failures the delay doubles each time, for the right password too', async () => {
    const throttle = node()
    expect(new Set(await fail(throttle, 10))).toEqual(new Set(['wrong']))
    expect(await attempt(throttle, 'alice', HERE)).toBe(10)
    expect(await attempt(throttle, 'alice', HERE, true)).toBe(10)
    expect(await attempt(throttle, 'ALICE', HERE, true), 'the name is compared as names are').toBe(10)
    time += 10_000
    expect(await attempt(throttle, 'alice', HERE)).toBe('wrong')
    expect(await attempt(throttle, 'alice', HERE, true)).toBe(20)
    time += 20_000
    expect(await attempt(throttle, 'alice', HERE, true), 'the owner gets in after the wait').toBe('in')
    expect(await attempt(throttle, 'alice', HERE)).toBe('wrong')
  })

  test('the delay has a maximum, and is reset after a day without failures', async () => {
    const throttle = node({ maxDelaySeconds: 60 })
    await fail(throttle, 10)
    for (const seconds of [10, 20, 40, 60, 60]) {
      expect(await attempt(throttle, 'alice', HERE)).toBe(seconds)
      time += seconds * 1000
      expect(await attempt(throttle, 'alice', HERE)).toBe('wrong')
    }
    time += 25 * 60 * MINUTE
    expect(new Set(await fail(throttle, 10))).toEqual(new Set(['wrong']))
  })

  test('of 1,000 concurrent guesses on two nodes, at most ten are verified', async () => {
    const other = await openDatabase(place.url, { migrate: false, limits: GENEROUS_LIMITS })
    try {
      const nodes = [
        node({ maxFailuresPerNetwork: 1000 }),
        node({ database: other.database, maxFailuresPerNetwork: 1000 }),
      ]
      let tries = 0
      const guesses = Array.from({ length: 1000 }, (_, i) =>
        nodes[i % 2]
          ?.attempt({ username: 'alice', address: HERE }, async () => {
            tries++
            return undefined
          })
          .catch((error: unknown) => error),
      )
      await Promise.all(guesses)
      expect(tries).toBe(10)
    } finally {
      await other.close()
    }
  })

  test('200 concurrent logins with the right password all succeed', async () => {
    const throttle = node()
    const logins = Array.from({ length: 200 }, () => attempt(throttle, 'alice', HERE, true))
    expect(new Set(await Promise.all(logins))).toEqual(new Set(['in']))
  })

  test('the state survives a restart', async () => {
    await fail(node(), 10)
    expect(await attempt(node(), 'alice', HERE, true)).toBe(10)
  })

  test('an attacker in another network does not delay the owner', async () => {
    const throttle = node()
    await fail(throttle, 25, 'alice', ELSEWHERE)
    expect(await attempt(throttle, 'alice', ELSEWHERE, true)).toEqual(expect.any(Number))
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('a network that tries many names is delayed, except for users who have logged in from it before', async () => {
    const throttle = node()
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    for (let i = 0; i < 30; i++) await attempt(throttle, `name ${i}`, HERE)
    expect(await attempt(throttle, 'bob', HERE, true)).toBe(10)
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    expect(await attempt(throttle, 'bob', ELSEWHERE, true)).toBe('in')
  })

  test('an attacker in the same network delays an owner who has logged in from it by at most a minute', async () => {
    const throttle = node({ maxFailuresPerNetwork: 1000 })
    await attempt(throttle, 'alice', HERE, true)
    await fail(throttle, 10)
    for (let i = 0; i < 8; i++) {
      time += MINUTE
      expect(await attempt(throttle, 'alice', HERE)).not.toBe('in')
    }
    time += MINUTE - 1
    expect(await attempt(throttle, 'alice', HERE, true)).toEqual(expect.any(Number))
    time += 1
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('failures of a user who has logged in from the network get the same responses as those of an unknown name', async () => {
    const throttle = node({ maxFailuresPerNetwork: 1000 })
    await attempt(throttle, 'alice', HERE, true)
    for (let i = 0; i < 40; i++) {
      time += 20_000
      expect(await attempt(throttle, 'alice', HERE)).toBe(await attempt(throttle, 'nobody', HERE))
    }
    // Nor does a right password help from a network that the user has not logged in from.
    time += MINUTE
    expect(await attempt(throttle, 'nobody', HERE, true)).toEqual(expect.any(Number))
  })

  test('a success removes its own count, but not the failures of others', async () => {
    const throttle = node()
    for (let i = 0; i < 29; i++) await attempt(throttle, `name ${i}`, HERE)
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    expect(await attempt(throttle, 'bob', HERE)).toBe('wrong')
    expect(await attempt(throttle, 'carol', HERE, true)).toBe(10)
  })

  test('logins of known users from a delayed network do not extend the delay', async () => {
    const throttle = node()
    await attempt(throttle, 'alice', HERE, true)
    for (let i = 0; i < 30; i++) await attempt(throttle, `name ${i}`, HERE)
    for (let i = 0; i < 5; i++) expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    expect(await attempt(throttle, 'bob', HERE, true)).toBe(10)
    time += 10_000
    expect(await attempt(throttle, 'bob', HERE, true)).toBe('in')
    expect(await attempt(throttle, 'carol', HERE, true), 'a first login adds no wait either').toBe('in')
    expect(await attempt(throttle, 'dave', HERE)).toBe('wrong')
    expect(await attempt(throttle, 'erin', HERE, true)).toBe(20)
  })

  test('failures of known users count for the network too', async () => {
    const throttle = node()
    const names = Array.from({ length: 6 }, (_, i) => `name ${i}`)
    for (const name of names) await attempt(throttle, name, HERE, true)
    for (const name of names) await fail(throttle, 5, name)
    expect(await attempt(throttle, 'bob', HERE, true)).toBe(10)
    for (const name of names) expect(await attempt(throttle, name, HERE, true)).toBe('in')
  })

  test('an attempt that could not be verified adds no delay', async () => {
    const throttle = node()
    await fail(throttle, 10)
    time += 10_000
    const broken = throttle.attempt({ username: 'alice', address: HERE }, () =>
      Promise.reject(new Error('down')),
    )
    await expect(broken).rejects.toThrow('down')
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('an attempt that could not be verified is not counted as a failure', async () => {
    const throttle = node()
    const broken = () =>
      throttle.attempt({ username: 'alice', address: HERE }, () => Promise.reject(new Error('down')))
    for (let i = 0; i < 20; i++) await expect(broken()).rejects.toThrow('down')
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('an operator on another node lists the blocks, the longest first, and releases them', async () => {
    const throttle = node({ maxFailuresPerNetwork: 11 })
    await fail(throttle, 10, 'Alice\0')
    await fail(throttle, 1, 'bob')
    const elsewhere = await anotherNode(place)
    const blocks = createBlockedLoginStore(elsewhere)
    const { list, count } = await blocks.page({ pageIndex: 1, pageSize: 10 }, time)
    expect(count).toBe(2)
    const common = { network: HERE, lastFailure: new Date(time).toISOString() }
    const blockedUntil = new Date(time + 10_000).toISOString()
    expect(list).toContainEqual({
      ...common,
      id: expect.any(String),
      kind: 'account',
      username: 'Alice\\u0000',
      failures: 10,
      blockedUntil,
    })
    expect(list).toContainEqual({
      ...common,
      id: expect.any(String),
      kind: 'network',
      username: '',
      failures: 11,
      blockedUntil,
    })

    const ids = list.map(({ id }) => id)
    const { throttleAdministration } = administrationOf(elsewhere, () => time)
    const unknown = throttleAdministration.release(OPERATOR, [...ids, 'unknown'])
    await expect(unknown).rejects.toThrow('not-found')
    expect((await blocks.page({ pageIndex: 1, pageSize: 10 }, time)).count, 'all or none').toBe(2)
    expect(await throttleAdministration.release(OPERATOR, ids)).toMatchObject({ released: 2 })
    expect(await blocks.page({ pageIndex: 1, pageSize: 10 }, time)).toMatchObject({ list: [], count: 0 })
    expect(await attempt(throttle, 'Alice\0', HERE, true)).toBe('in')
    expect(new Set(await fail(throttle, 9, 'carol'))).toEqual(new Set(['wrong']))
  })

  test('a block that has ended is not listed', async () => {
    await fail(node(), 10)
    time += 10_000
    const blocks = createBlockedLoginStore(place.database)
    expect((await blocks.page({ pageIndex: 1, pageSize: 10 }, time)).count).toBe(0)
  })

  test('the addresses of one IPv6 network are counted together', async () => {
    const throttle = node()
    for (let i = 0; i < 10; i++) await attempt(throttle, 'alice', `2001:db8::${i}`)
    expect(await attempt(throttle, 'alice', '2001:db8:0:0:ffff::1', true)).toBe(10)
    expect(await attempt(throttle, 'alice', '2001:db8:0:1::1', true)).toBe('in')
  })
})
