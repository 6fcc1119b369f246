import { beforeEach, expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

let time: number
beforeEach(() => {
  time = 1_000_000
})

function create(limits: { perAddress?: number; total?: number; windowSeconds?: number }) {
  const limit = createRateLimit({ perAddress: 0, total: 0, windowSeconds: 1, now: () => time, ...limits })
  return (address: string, times = 1): number => {
    let admitted = 0
    for (let i = 0; i < times; i++) {
      try {
        limit.admit(address)
        admitted++
      } catch {
        // Refused: counted by its absence.
      }
    }
    return admitted
  }
}

test('0 disables the limit', () => {
  expect(create({})('10.0.0.1', 100_000)).toBe(100_000)
})

test('each address has its own count, which restarts with the window', () => {
  const admitted = create({ perAddress: 3 })
  expect(admitted('10.0.0.1', 5)).toBe(3)
  expect(admitted('10.0.0.2', 5)).toBe(3)
  time += 1000
  expect(admitted('10.0.0.1', 5)).toBe(3)
})

test('all addresses together have a total limit', () => {
  const admitted = create({ total: 4 })
  expect(admitted('10.0.0.1', 3)).toBe(3)
  expect(admitted('10.0.0.2', 3)).toBe(1)
})

test('requests above the limit of a client do not count towards the total limit', () => {
  const admitted = create({ perAddress: 2, total: 6 })
  expect(admitted('10.0.0.1', 1000)).toBe(2)
  expect(admitted('10.0.0.2', 2)).toBe(2)
  expect(admitted('10.0.0.3', 2)).toBe(2)
})

test('a refusal contains the time to retry', () => {
  const limit = createRateLimit({ perAddress: 1, total: 0, windowSeconds: 60, now: () => time })
  limit.admit('10.0.0.1')
  time += 18_500
  expect(() => limit.admit('10.0.0.1')).toThrow(
    expect.objectContaining({ reason: 'rate-limited', details: { retryAfterSeconds: 42 } }),
  )
})

test('a clock that was set back does not extend the window', () => {
  const admitted = create({ perAddress: 1 })
  expect(admitted('10.0.0.1', 2)).toBe(1)
  time -= 3_600_000
  expect(admitted('10.0.0.1', 2)).toBe(1)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9'],
  ['2001:db8::1', '2001:db8:0:0:ffff::1'],
  ['::1', '::2'],
])('the addresses of one IPv6 network count together: %s and %s', (one, other) => {
  const admitted = create({ perAddress: 1 })
  expect(admitted(one)).toBe(1)
  expect(admitted(other)).toBe(0)
  expect(admitted('2001:db8:1:3::1')).toBe(1)
})

test('memory stays bounded with any number of addresses', () => {
  const admitted = create({ perAddress: 1 })
  for (let i = 0; i < 100_000; i++) admitted(`address ${i}`)
  expect(admitted('one more')).toBe(1)
  expect(admitted('and another')).toBe(0)
})
