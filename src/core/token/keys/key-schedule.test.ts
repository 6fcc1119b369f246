import { describe, expect, test } from 'vitest'
import { HOUR_IN_MS } from '../../../platform/runtime/time-units.ts'
import { type Scheduled, scheduleOf, withSettingsSecret } from './key-schedule.ts'

const MARGIN = 60_000
const T0 = Date.parse('2030-01-01T00:00:00Z')

interface Named extends Scheduled {
  readonly name: string
}

const key = (name: string, signsFrom: number, more: Partial<Scheduled> = {}): Named => ({
  name,
  signsFrom,
  isRemoved: false,
  ...more,
})

/** What each key is at a time, where tokens live for an hour. */
function statesAt(now: number, files: readonly Named[], algorithm: 'HS256' | 'EdDSA' = 'HS256') {
  const all = withSettingsSecret(files, { name: 'secret' }, algorithm)
  const entries = scheduleOf(all, { now, tokenLifetimeSeconds: 3600 })
  return Object.fromEntries(entries.map(({ key: { name }, state }) => [name, state]))
}

test('the secret of the settings signs if there is no key file', () => {
  expect(statesAt(T0, [])).toEqual({ secret: 'signing' })
})

test('the secret of the settings is not used in place of another algorithm', () => {
  expect(statesAt(T0, [], 'EdDSA')).toEqual({})
})

describe('a new key', () => {
  const files = [key('a', T0)]
  test.each([
    [T0 - 1, 'next', 'signing'],
    [T0, 'signing', 'accepted'],
    [T0 + HOUR_IN_MS, 'signing', 'accepted'],
    [T0 + HOUR_IN_MS + MARGIN - 1, 'signing', 'accepted'],
    [T0 + HOUR_IN_MS + MARGIN, 'signing', 'expired'],
  ])('at %i is %s, and the one before it %s', (now, a, secret) => {
    expect(statesAt(now, files)).toEqual({ a, secret })
  })
})

test('a longer and a shorter overlap are respected', () => {
  expect(statesAt(T0 + 5 * HOUR_IN_MS, [key('a', T0, { olderKeysUntil: T0 + 6 * HOUR_IN_MS })]).secret).toBe(
    'accepted',
  )
  expect(statesAt(T0, [key('a', T0, { olderKeysUntil: T0 })]).secret).toBe('expired')
})

test('an emergency rotation ends all older keys, whatever the dates of their successors', () => {
  const files = [
    key('a', T0),
    key('b', T0 + HOUR_IN_MS),
    key('c', T0 + HOUR_IN_MS + 1, { olderKeysUntil: T0 + HOUR_IN_MS + 1 }),
  ]
  expect(statesAt(T0 + HOUR_IN_MS, files)).toEqual({
    a: 'accepted',
    b: 'signing',
    c: 'next',
    secret: 'accepted',
  })
  expect(statesAt(T0 + HOUR_IN_MS + 1, files)).toEqual({
    a: 'expired',
    b: 'expired',
    c: 'signing',
    secret: 'expired',
  })
})

test('a key that does not sign yet ends no other key', () => {
  const files = [key('a', T0), key('b', T0 + HOUR_IN_MS, { olderKeysUntil: T0 + HOUR_IN_MS })]
  expect(statesAt(T0 + HOUR_IN_MS - 1, files)).toEqual({ a: 'signing', b: 'next', secret: 'accepted' })
})

test('a key without a date is newer than the secret of the settings, which is not accepted', () => {
  expect(statesAt(T0, [key('a', 0)])).toEqual({ a: 'signing', secret: 'expired' })
})

test('of several keys with the same time the first signs, and the others are accepted', () => {
  expect(statesAt(T0, [key('a', 0), key('b', 0)])).toMatchObject({ a: 'signing', b: 'accepted' })
})

describe('a removed key', () => {
  test('never signs, and is never accepted', () => {
    expect(statesAt(T0, [key('a', 0), key('b', T0, { isRemoved: true })])).toMatchObject({
      a: 'signing',
      b: 'removed',
    })
  })

  test('still ends the keys before it', () => {
    const files = [
      key('a', 0),
      key('b', T0, { isRemoved: true, olderKeysUntil: T0 }),
      key('c', T0 + HOUR_IN_MS),
    ]
    expect(statesAt(T0 + HOUR_IN_MS, files)).toMatchObject({ a: 'expired', b: 'removed', c: 'signing' })
  })

  test('does not make an ended key sign again', () => {
    const files = [key('a', 0), key('b', T0, { isRemoved: true, olderKeysUntil: T0 })]
    expect(statesAt(T0 + 1, files)).toEqual({ a: 'expired', b: 'removed', secret: 'expired' })
  })
})

test('at every time of a rotation exactly one key signs, and the previous one is accepted', () => {
  const files = [key('a', T0), key('b', T0 + 2 * HOUR_IN_MS), key('c', T0 + 2 * HOUR_IN_MS + 1000)]
  const wrong: number[] = []
  let before = 'secret'
  for (let now = T0 - HOUR_IN_MS; now < T0 + 5 * HOUR_IN_MS; now += 500) {
    const states = statesAt(now, files)
    const signing = Object.keys(states).filter((name) => states[name] === 'signing')
    const isGood = ['signing', 'accepted'].includes(String(states[before]))
    if (signing.length !== 1 || !isGood) wrong.push(now)
    before = String(signing[0])
  }
  expect(wrong).toEqual([])
  expect(before).toBe('c')
})
