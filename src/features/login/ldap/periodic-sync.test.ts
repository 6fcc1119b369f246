import { expect, test } from 'vitest'
import { createPeriodicSync } from './periodic-sync.ts'

const RESULT = { compared: 0, gone: 0, disabled: 0, withoutRole: 0, problems: [] }

/** A lease in memory, and two nodes that use it. */
function twoNodes(sync: () => Promise<typeof RESULT> = async () => RESULT) {
  let time = 0
  let setBackMs = 0
  let lease = { holder: '', until: 0 }
  const node = (holder: string) =>
    createPeriodicSync({
      intervalMs: 100,
      leaseMs: 10,
      takeLease: async (until) => {
        if (lease.holder !== holder && lease.until > time - setBackMs) return false
        lease = { holder, until }
        return true
      },
      sync,
      now: () => time - setBackMs,
      uptimeMs: () => time,
    })
  const advance = (ms: number): void => {
    time += ms
  }
  const setClockBack = (ms: number): void => {
    setBackMs += ms
  }
  return { one: node('one'), other: node('other'), advance, setClockBack }
}

test('only one node synchronizes, once per interval', async () => {
  const { one, other, advance } = twoNodes()
  expect([await one(), await other(), await one()]).toEqual([RESULT, undefined, undefined])
  advance(99)
  expect([await one(), await other()]).toEqual([undefined, undefined])
  advance(1)
  expect([await other(), await one()]).toEqual([RESULT, undefined])
})

test('a clock that is set back does not delay the next sync', async () => {
  const { one, advance, setClockBack } = twoNodes()
  expect(await one()).toEqual(RESULT)
  setClockBack(1_000_000)
  advance(99)
  expect(await one()).toBeUndefined()
  advance(1)
  expect(await one()).toEqual(RESULT)
})

test('a failed sync is repeated by the same node', async () => {
  let isDown = true
  const { one, other } = twoNodes(async () => {
    if (isDown) throw new Error('down')
    return RESULT
  })
  await expect(one()).rejects.toThrow('down')
  expect(await other()).toBeUndefined()
  isDown = false
  expect(await one()).toEqual(RESULT)
})

test('a sync that never ended is repeated by another node when its lease ends', async () => {
  let hasCrashed = false
  const { one, other, advance } = twoNodes(() => {
    if (hasCrashed) return Promise.resolve(RESULT)
    hasCrashed = true
    return new Promise(() => {})
  })
  void one()
  // The first node has taken the lease when the other one asks for it.
  expect(await other()).toBeUndefined()
  advance(9)
  expect(await other()).toBeUndefined()
  advance(1)
  expect(await other()).toEqual(RESULT)
  advance(99)
  expect(await other()).toBeUndefined()
})

test('a node that lost its lease during the sync does not decide when the next one is due', async () => {
  let isFirst = true
  const { one, other, advance } = twoNodes(async () => {
    if (!isFirst) return RESULT
    isFirst = false
    advance(10)
    expect(await other()).toEqual(RESULT)
    return RESULT
  })
  expect(await one()).toBeUndefined()
  advance(100)
  expect(await one()).toEqual(RESULT)
})
