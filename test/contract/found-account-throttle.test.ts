import { expect, test } from 'vitest'
import { createBlockedLoginStore } from '../../src/core/login/blocked-login.store.ts'
import { createLoginThrottle } from '../../src/core/login/login-throttle.ts'
import { resolveSettings } from '../../src/core/settings/load-settings.ts'
import {
  createFoundAccountThrottle,
  type FoundAccountThrottleOptions,
} from '../../src/features/login/ldap/found-account-throttle.ts'
import { createConcurrencyLimit } from '../../src/platform/runtime/concurrency-limit.ts'
import { deleteExpired } from '../../src/service/delete-expired.ts'
import { onEveryDatabase } from './stores.ts'
import { administrationOf, anotherNode, OPERATOR } from './stores-operators.ts'

const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'
const DAY = 24 * 60 * 60 * 1000

onEveryDatabase((place) => {
  let time = Date.UTC(2026, 0, 31)

  /** A node with a throttle of its own. All share the database. */
  function node(options: Partial<FoundAccountThrottleOptions> = {}) {
    return createFoundAccountThrottle({
      database: place.database,
      maxFailures: 3,
      maxDelaySeconds: 900,
      now: () => time,
      ...options,
    })
  }
  type Node = ReturnType<typeof node>

  interface Attempt {
    readonly account?: string
    readonly username?: string
    readonly address?: string
    readonly isRight?: boolean
  }

  /** Returns whether the login succeeded, or that the account had to wait. */
  async function attempt(at: Node, given: Attempt = {}): Promise<boolean | 'waits'> {
    const { account = 'ldap:1', username = 'alice', address = HERE, isRight = false } = given
    let waits = false
    const result = await at.attempt({ account, username, address, begunAt: time }, async (isAdmitted) => {
      waits = !isAdmitted
      return isRight
    })
    return waits && !result ? 'waits' : result
  }

  test('the failures of an account are counted under all its names, on all nodes', async () => {
    const nodes = [node(), node({ database: await anotherNode(place) })] as const
    for (const [i, username] of ['alice', 'al', 'alice'].entries())
      expect(await attempt(nodes[i % 2 === 0 ? 0 : 1], { username })).toBe(false)
    for (const username of ['alice', 'al'])
      expect(await attempt(nodes[1], { username, isRight: true })).toBe('waits')
    expect(await attempt(nodes[0], { account: 'ldap:2', isRight: true })).toBe(true)
    expect(await attempt(nodes[0], { address: ELSEWHERE, isRight: true })).toBe(true)
    time += 10_000
    expect(await attempt(nodes[0])).toBe(false)
    time += 19_999
    expect(await attempt(nodes[0], { isRight: true }), 'twice as long').toBe('waits')
    time += 1
    expect(await attempt(nodes[0], { isRight: true })).toBe(true)
    expect(await attempt(nodes[0]), 'a success resets the count').toBe(false)
  })

  test('who has logged in from the network before waits at most a minute', async () => {
    const throttle = node()
    expect(await attempt(throttle, { isRight: true })).toBe(true)
    for (let i = 0; i < 3; i++) await attempt(throttle)
    for (const seconds of [10, 20, 40, 60]) {
      time += seconds * 1000
      expect(await attempt(throttle)).toBe(false)
    }
    time += 59_999
    expect(await attempt(throttle, { isRight: true })).toBe('waits')
    time += 1
    expect(await attempt(throttle, { isRight: true })).toBe(true)
  })

  test('an attempt that throws is not counted', async () => {
    const throttle = node()
    for (let i = 0; i < 5; i++) {
      const who = { account: 'ldap:1', username: 'alice', address: HERE, begunAt: time }
      const broken = throttle.attempt(who, () => Promise.reject(new Error('the directory is down')))
      await expect(broken).rejects.toThrow('the directory is down')
    }
    expect(await attempt(throttle, { isRight: true })).toBe(true)
  })

  test('of concurrent guesses, as many are admitted as of sequential ones', async () => {
    const throttle = node()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => attempt(throttle)))
    expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(3)
  })

  test('a disabled throttle admits everybody and stores nothing', async () => {
    const throttle = node({ maxFailures: 0 })
    for (let i = 0; i < 5; i++) expect(await attempt(throttle)).toBe(false)
    expect(await place.database.selectFrom('login_attempts').selectAll().execute()).toEqual([])
  })

  test('a blocked account is not listed, and is released together with the name', async () => {
    const throttle = node()
    const names = createLoginThrottle({
      database: place.database,
      limit: createConcurrencyLimit({ concurrency: 1, maxWaiting: 10 }),
      maxFailures: 3,
      maxFailuresPerNetwork: 100,
      maxDelaySeconds: 900,
      now: () => time,
    })
    for (let i = 0; i < 3; i++) {
      await names.attempt({ username: 'alice', address: HERE }, async () =>
        (await attempt(throttle)) === true ? true : undefined,
      )
    }
    await attempt(throttle, { account: 'ldap:2', username: 'bob' })
    const { list } = await createBlockedLoginStore(place.database).page({ pageIndex: 1, pageSize: 10 }, time)
    expect(list).toMatchObject([{ kind: 'account', username: 'alice', network: HERE }])
    expect(await attempt(throttle, { isRight: true })).toBe('waits')
    const { throttleAdministration } = administrationOf(place.database, () => time)
    const ids = list.map(({ id }) => id)
    expect(await throttleAdministration.release(OPERATOR, ids)).toMatchObject({ released: 1 })
    expect(await attempt(throttle, { isRight: true })).toBe(true)
  })

  test('a name is stored only while the account has to wait, and at most for a day', async () => {
    const throttle = node()
    const stored = () => place.database.selectFrom('login_attempts').select(['username', 'network']).execute()
    await attempt(throttle)
    expect(await stored()).toEqual([{ username: '', network: '' }])
    await attempt(throttle, { isRight: true })
    for (let i = 0; i < 3; i++) await attempt(throttle)
    expect(await stored()).toEqual([{ username: 'alice', network: '' }])
    await deleteExpired(place.database, time + DAY + 1, resolveSettings({}))
    expect(await stored(), 'the time of the success stays').toEqual([{ username: '', network: '' }])
  })
})
