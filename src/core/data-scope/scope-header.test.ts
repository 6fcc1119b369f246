import { expect, test } from 'vitest'
import { scopeHeader } from './scope-header.ts'

const some = (count: number) =>
  ({ kind: 'some', departments: Array.from({ length: count }, (_, i) => i + 1) }) as const

test('a scope is JSON without spaces, with the version', () => {
  expect(scopeHeader({ kind: 'all' }, 4)).toBe('{"kind":"all","version":4}')
  expect(scopeHeader({ ...some(2), userId: 7 }, 4)).toBe(
    '{"kind":"some","departments":[1,2],"userId":7,"version":4}',
  )
  expect(scopeHeader({ kind: 'none', reason: 'scope-unknown' }, 4)).toBe(
    '{"kind":"none","reason":"scope-unknown","version":4}',
  )
})

test('a scope of more than 4 KB has to be fetched', () => {
  const lengths = Array.from({ length: 1100 }, (_, count) => scopeHeader(some(count), 4).length)
  expect(Math.max(...lengths)).toBeGreaterThan(4090)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(4096)
  expect(scopeHeader(some(10_000), 4)).toBe('{"kind":"fetch","version":4}')
})
