import { expect, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { createConcurrencyLimit } from '../../src/login/concurrency-limit.ts'
import { createLoginThrottle, type LoginThrottleOptions } from '../../src/login/login-throttle.ts'
import { Refusal } from '../../src/refusal.ts'
import { GENEROUS_LIMITS, onEveryDatabase } from './stores.ts'

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

  test('ten failures, then a delay that doubles, for the right password too', async () => {
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

  test('the delay has a bound, and a day without a failure is a new beginning', async () => {
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

  test('1,000 guesses at once on two nodes get no more than ten tries', async () => {
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

  test('200 right logins at once all get in', async () => {
    const throttle = node()
    const logins = Array.from({ length: 200 }, () => attempt(throttle, 'alice', HERE, true))
    expect(new Set(await Promise.all(logins))).toEqual(new Set(['in']))
  })

  test('a restart forgets nothing', async () => {
    await fail(node(), 10)
    expect(await attempt(node(), 'alice', HERE, true)).toBe(10)
  })

  test('an attacker elsewhere does not keep the owner out', async () => {
    const throttle = node()
    await fail(throttle, 25, 'alice', ELSEWHERE)
    expect(await attempt(throttle, 'alice', ELSEWHERE, true)).toEqual(expect.any(Number))
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('a network that tries many names has to wait; not those who were let in from there before', async () => {
    const throttle = node()
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    for (let i = 0; i < 30; i++) await attempt(throttle, `name ${i}`, HERE)
    expect(await attempt(throttle, 'bob', HERE, true)).toBe(10)
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    expect(await attempt(throttle, 'bob', ELSEWHERE, true)).toBe('in')
  })

  test('where the owner was let in before, an attacker in the same network delays them by a minute at most', async () => {
    const throttle = node({ maxFailuresPerNetwork: 1000 })
    await attempt(throttle, 'alice', HERE, true)
    await fail(throttle, 10)
    for (let i = 0; i < 8; i++) {
      time += MINUTE
      expect(await attempt(throttle, 'alice', HERE)).toBe('wrong')
    }
    time += MINUTE
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('a success takes back what it counted beforehand, and nothing of what others failed', async () => {
    const throttle = node()
    for (let i = 0; i < 29; i++) await attempt(throttle, `name ${i}`, HERE)
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
    expect(await attempt(throttle, 'bob', HERE)).toBe('wrong')
    expect(await attempt(throttle, 'carol', HERE, true)).toBe(10)
  })

  test('where a network has to wait, the logins of those it is known to make nobody wait longer', async () => {
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

  test('what fails for names that the network is known to counts for the network too', async () => {
    const throttle = node()
    const names = Array.from({ length: 6 }, (_, i) => `name ${i}`)
    for (const name of names) await attempt(throttle, name, HERE, true)
    for (const name of names) await fail(throttle, 5, name)
    expect(await attempt(throttle, 'bob', HERE, true)).toBe(10)
    for (const name of names) expect(await attempt(throttle, name, HERE, true)).toBe('in')
  })

  test('what could not be verified adds no wait', async () => {
    const throttle = node()
    await fail(throttle, 10)
    time += 10_000
    const broken = throttle.attempt({ username: 'alice', address: HERE }, () =>
      Promise.reject(new Error('down')),
    )
    await expect(broken).rejects.toThrow('down')
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('what could not be verified is no failure', async () => {
    const throttle = node()
    const broken = () =>
      throttle.attempt({ username: 'alice', address: HERE }, () => Promise.reject(new Error('down')))
    for (let i = 0; i < 20; i++) await expect(broken()).rejects.toThrow('down')
    expect(await attempt(throttle, 'alice', HERE, true)).toBe('in')
  })

  test('the addresses of one IPv6 network count as one', async () => {
    const throttle = node()
    for (let i = 0; i < 10; i++) await attempt(throttle, 'alice', `2001:db8::${i}`)
    expect(await attempt(throttle, 'alice', '2001:db8:0:0:ffff::1', true)).toBe(10)
    expect(await attempt(throttle, 'alice', '2001:db8:0:1::1', true)).toBe('in')
  })
})
