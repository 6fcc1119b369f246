import { expect, test } from 'vitest'
import { createUsageMap } from './usage-map.ts'

const CALL = { roleKey: 'editor', method: 'GET', route: '/orders/:id', allowed: true }

test('calls are counted by role, method, route and outcome, with the first and the last time', () => {
  const map = createUsageMap({ maxEntries: 10, maxEntriesPerRole: 10 })
  map.count(CALL, 5)
  map.count(CALL, 7)
  map.count({ ...CALL, allowed: false }, 8)
  map.count({ ...CALL, roleKey: '__proto__' }, 9)
  expect(map.drain()).toEqual([
    { ...CALL, count: 2, firstUsedAt: 5, lastUsedAt: 7 },
    { ...CALL, roleKey: '__proto__', count: 1, firstUsedAt: 9, lastUsedAt: 9 },
    { ...CALL, allowed: false, count: 1, firstUsedAt: 8, lastUsedAt: 8 },
  ])
  expect(map.drain()).toEqual([])
})

test('counts that could not be stored are added again', () => {
  const map = createUsageMap({ maxEntries: 10, maxEntriesPerRole: 10 })
  map.count(CALL, 5)
  const [usage] = map.drain()
  map.count(CALL, 7)
  if (usage) map.add(usage)
  expect(map.drain()).toEqual([{ ...CALL, count: 2, firstUsedAt: 5, lastUsedAt: 7 }])
})

test('what exceeds the limits is dropped and counted, and denied calls displace no allowed ones', () => {
  const map = createUsageMap({ maxEntries: 5, maxEntriesPerRole: 2 })
  for (let i = 0; i < 100; i++) map.count({ ...CALL, route: `/${i}`, allowed: false }, i)
  map.count(CALL, 1)
  map.count({ ...CALL, roleKey: 'auditor' }, 1)
  map.count({ ...CALL, roleKey: 'viewer' }, 1)
  map.count({ ...CALL, roleKey: 'guest' }, 1)
  expect(map.dropped).toBe(99)
  expect(map.drain()).toHaveLength(5)
})

test.each([
  ['a route that is too long', { route: `/${'x'.repeat(512)}` }],
  ['a text that is not a method', { method: 'get it' }],
])('%s is dropped', (_, part) => {
  const map = createUsageMap({ maxEntries: 5, maxEntriesPerRole: 5 })
  map.count({ ...CALL, ...part }, 1)
  expect(map.drain()).toEqual([])
  expect(map.dropped).toBe(1)
})
