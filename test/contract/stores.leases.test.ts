import { expect, test } from 'vitest'
import { createLeaseStore } from '../../src/platform/cluster/nodes/lease.store.ts'
import { onEveryDatabase } from './stores.ts'

onEveryDatabase((place) => {
  test('a lease has one holder at a time, who can extend it', async () => {
    const leases = createLeaseStore(place.database)
    const take = (holder: string, now: number, until: number) =>
      leases.take({ id: 'one-holder', holder, now, until })
    expect(await take('one', 0, 100)).toBe(true)
    expect(await take('other', 99, 200)).toBe(false)
    expect(await take('one', 99, 200)).toBe(true)
    // The same values again: nothing changes, and the holder still has it.
    expect(await take('one', 99, 200)).toBe(true)
    expect(await take('other', 199, 300)).toBe(false)
    expect(await take('other', 200, 300)).toBe(true)
    expect(await take('one', 201, 400)).toBe(false)
    expect(await leases.take({ id: 'another', holder: 'one', now: 0, until: 1 })).toBe(true)
  })

  test('only one of many nodes gets a free lease', async () => {
    const leases = createLeaseStore(place.database)
    const holders = Array.from({ length: 8 }, (_, index) => `node-${index}`)
    const taken = await Promise.all(
      holders.map((holder) => leases.take({ id: 'many-nodes', holder, now: 0, until: 100 })),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })
})
