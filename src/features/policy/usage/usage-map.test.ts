import { expect, test } from 'vitest'
import { ALL_ROLES, GAP } from './usage.ts'
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
  const map = createUsageMap({ maxEntries: 3, maxEntriesPerRole: 2 })
  for (let i = 0; i < 100; i++)
    map.count({ ...CALL, roleKey: `role ${i % 5}`, route: `/${i}`, allowed: false }, i)
  expect(map.dropped).toBe(97)
  map.count(CALL, 1)
  map.count({ ...CALL, roleKey: 'auditor' }, 1)
  map.count({ ...CALL, roleKey: 'viewer' }, 1)
  expect(map.dropped).toBe(97)
  expect(map.drain()).toHaveLength(6)
})

test('allowed calls that are dropped leave a gap of their role', () => {
  const map = createUsageMap({ maxEntries: 2, maxEntriesPerRole: 1 })
  map.count(CALL, 1)
  map.count({ ...CALL, route: '/other' }, 2)
  map.count({ ...CALL, route: '/another' }, 3)
  map.count({ ...CALL, roleKey: 'auditor' }, 4)
  for (const roleKey of ['viewer', 'guest']) map.count({ ...CALL, roleKey }, 5)
  const counts = [
    { ...CALL, count: 1, firstUsedAt: 1, lastUsedAt: 1 },
    { ...CALL, roleKey: 'auditor', count: 1, firstUsedAt: 4, lastUsedAt: 4 },
  ]
  const gaps = [
    { ...CALL, method: GAP, route: GAP, count: 2, firstUsedAt: 2, lastUsedAt: 3 },
    { ...CALL, roleKey: 'viewer', method: GAP, route: GAP, count: 1, firstUsedAt: 5, lastUsedAt: 5 },
    { ...CALL, roleKey: ALL_ROLES, method: GAP, route: GAP, count: 1, firstUsedAt: 5, lastUsedAt: 5 },
  ]
  const drained = map.drain()
  expect(drained).toEqual([...counts, ...gaps])
  for (const usage of drained) map.add(usage)
  expect(map.dropped).toBe(4)
  expect(map.drain()).toEqual(drained)
})

test.each([
  ['a route that is too long', { route: `/${'x'.repeat(512)}` }],
  ['a text that is not a method', { method: 'get it' }],
])('%s is dropped', (_, part) => {
  const map = createUsageMap({ maxEntries: 5, maxEntriesPerRole: 5 })
  map.count({ ...CALL, ...part, allowed: false }, 1)
  expect(map.drain()).toEqual([])
  map.count({ ...CALL, ...part }, 1)
  expect(map.drain()).toMatchObject([{ roleKey: 'editor', method: GAP, route: GAP, allowed: true }])
  expect(map.dropped).toBe(2)
})
