import { expect, test } from 'vitest'
import { createUsageStore } from '../../src/features/policy/usage/usage.store.ts'
import type { Usage } from '../../src/features/policy/usage/usage.ts'
import { onEveryDatabase } from './stores.ts'

function usageOf(part: Partial<Usage> = {}): Usage {
  const call = { roleKey: 'editor', method: 'GET', route: '/orders/:id', allowed: true }
  return { ...call, count: 1, firstUsedAt: 10, lastUsedAt: 20, ...part }
}

onEveryDatabase((place) => {
  test('counts are added to the stored ones, whatever the order of their times', async () => {
    const store = createUsageStore(place.database)
    await store.add([usageOf({ count: 2 }), usageOf({ allowed: false }), usageOf({ method: 'PUT' })])
    await store.add([usageOf({ count: 3, firstUsedAt: 15, lastUsedAt: 30 })])
    await store.add([usageOf({ count: 4, firstUsedAt: 16, lastUsedAt: 25 })])
    const usages = await store.list()
    expect(usages).toHaveLength(3)
    expect(usages).toEqual(
      expect.arrayContaining([
        usageOf({ count: 9, lastUsedAt: 30 }),
        usageOf({ allowed: false }),
        usageOf({ method: 'PUT' }),
      ]),
    )
  })

  test('several nodes that count the same routes at the same time lose nothing', async () => {
    const routes = Array.from({ length: 150 }, (_, i) => `/${i}`)
    const usages = routes.map((route) => usageOf({ route }))
    await Promise.all(
      [usages, usages.toReversed(), usages].map((part) => createUsageStore(place.database).add(part)),
    )
    const stored = await createUsageStore(place.database).list()
    expect(stored).toHaveLength(150)
    expect(new Set(stored.map(({ count }) => count))).toEqual(new Set([3]))
  })

  test('usage is listed by time and role, and deleted when it is old', async () => {
    const store = createUsageStore(place.database)
    expect(await store.recordedSince()).toBeUndefined()
    const old = usageOf({ route: '/old', firstUsedAt: 1, lastUsedAt: 2 })
    const recent = usageOf({ route: '/recent' })
    const other = usageOf({ roleKey: 'auditor' })
    await store.add([old, recent, other])
    expect(await store.recordedSince()).toBe(1)
    expect(await store.list({ since: 20, roleKey: 'editor' })).toEqual([recent])
    await store.deleteUnusedSince(20)
    expect(await store.list({ roleKey: 'editor' })).toEqual([recent])
    await store.removeByRole('editor')
    expect(await store.list()).toEqual([other])
  })

  test('more than one batch of rows is listed completely', async () => {
    const store = createUsageStore(place.database)
    await store.add(Array.from({ length: 1100 }, (_, i) => usageOf({ route: `/${i}` })))
    expect(new Set((await store.list()).map(({ route }) => route)).size).toBe(1100)
  })

  test('rows beyond the limits are deleted, those that were used least recently', async () => {
    const store = createUsageStore(place.database)
    const at = (lastUsedAt: number, part: Partial<Usage> = {}) =>
      usageOf({ route: `/${lastUsedAt}`, lastUsedAt, ...part })
    await store.add([
      ...[1, 2, 3, 4].map((time) => at(time)),
      ...[5, 6].map((time) => at(time, { roleKey: 'auditor' })),
      ...[7, 8, 9].map((time) => at(time, { allowed: false })),
      ...[10, 10, 10].map((time, i) => at(time, { allowed: false, route: `/same/${i}`, roleKey: 'auditor' })),
    ])
    await store.trim({ maxRows: 4, maxRowsPerRole: 3 })
    const times = (await store.list()).map(({ lastUsedAt }) => lastUsedAt).toSorted((a, b) => a - b)
    expect(times).toEqual([3, 4, 5, 6, 9, 10, 10, 10])
  })
})
