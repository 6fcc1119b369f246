import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '../../database/database.ts'
import type { ChangeStore } from '../change-feed/change.store.ts'
import { clusterState, joinCluster } from './cluster.ts'
import { createNodeStore, type NodeStore } from './node.store.ts'

const NOW = 1_000_000

/** Returns the status of nodes with these fingerprints, whose last heartbeat is this many seconds old. */
async function statusesOf(...given: [keys: string, secondsAgo?: number][]): Promise<string[]> {
  const heartbeats = given.map(([keys, secondsAgo = 0], index) => ({
    id: String(index),
    name: `host/${index}`,
    startedAt: 0,
    seenAt: NOW - secondsAgo * 1000,
    version: 1,
    keys,
  }))
  const changes = { latestVersion: async () => 1 } as ChangeStore
  const nodes = { seenSince: async () => heartbeats } as unknown as NodeStore
  const state = await clusterState(changes, nodes, NOW)
  expect(state.nodes.map(({ keys }) => keys)).toEqual(given.map(([keys]) => keys))
  return state.nodes.map(({ status }) => status)
}

test('nodes with the same keys are up', async () => {
  expect(await statusesOf(['a'])).toEqual(['up'])
  expect(await statusesOf(['a'], ['a'])).toEqual(['up', 'up'])
})

test('a node whose keys are not those of most nodes is degraded', async () => {
  expect(await statusesOf(['a'], ['b'], ['a'])).toEqual(['up', 'degraded', 'up'])
})

test('if no keys are most common, all nodes are degraded', async () => {
  expect(await statusesOf(['a'], ['b'])).toEqual(['degraded', 'degraded'])
})

test('nodes without a recent heartbeat do not decide which keys are expected', async () => {
  expect(await statusesOf(['old', 30], ['old', 30], ['new'])).toEqual(['degraded', 'degraded', 'up'])
  expect(await statusesOf(['old', 30])).toEqual(['up'])
})

describe('a node that sends heartbeats', () => {
  let handle: DatabaseHandle
  beforeEach(async () => {
    handle = await openDatabase('sqlite::memory:')
  })
  afterEach(() => handle.close())

  function join(keys: string, isReadOnly = () => false) {
    const nodes = createNodeStore(handle.database)
    const heartbeats: number[] = []
    const problems: unknown[] = []
    let differences = 0
    const membership = joinCluster({
      nodes: {
        ...nodes,
        async saveHeartbeat(heartbeat) {
          if (isReadOnly()) throw new Error('the database is read-only')
          await nodes.saveHeartbeat(heartbeat)
          heartbeats.push(heartbeat.seenAt)
        },
      },
      version: () => 1,
      keys: () => keys,
      now: Date.now,
      onProblem: (error) => problems.push(error),
      onDifferentKeys: () => differences++,
      heartbeatMs: 1,
    })
    return { membership, heartbeats, problems, differences: () => differences }
  }

  test('is degraded, and reports it once, as long as its keys are not those of most nodes', async () => {
    const first = join('a')
    await expect.poll(() => first.heartbeats.length).toBeGreaterThan(20)
    expect(first.membership.isDegraded).toBe(false)
    const second = join('b')
    await expect.poll(() => first.membership.isDegraded && second.membership.isDegraded).toBe(true)
    const third = join('a')
    await expect.poll(() => first.membership.isDegraded).toBe(false)
    await expect.poll(() => third.heartbeats.length).toBeGreaterThan(20)
    expect([first, second, third].map(({ membership }) => membership.isDegraded)).toEqual([
      false,
      true,
      false,
    ])
    expect([first, second, third].map(({ differences }) => differences())).toEqual([1, 1, 0])
    for (const { membership } of [first, second, third]) await membership.leave()
  })

  test('sends a heartbeat that says the same only after a time, and one with other keys at once', async () => {
    const nodes = createNodeStore(handle.database)
    const heartbeats: string[] = []
    let keys = 'a'
    const membership = joinCluster({
      nodes: {
        ...nodes,
        async saveHeartbeat(heartbeat) {
          await nodes.saveHeartbeat(heartbeat)
          heartbeats.push(heartbeat.keys)
        },
      },
      version: () => 1,
      keys: () => keys,
      now: Date.now,
      onProblem: (error) => expect.fail(String(error)),
      onDifferentKeys: () => expect.fail('there is no other node'),
      heartbeatMs: 1,
      unchangedMs: 3_600_000,
    })
    await expect.poll(() => heartbeats).toEqual(['a'])
    keys = 'b'
    await expect.poll(() => heartbeats).toEqual(['a', 'b'])
    keys = 'c'
    await expect.poll(() => heartbeats).toEqual(['a', 'b', 'c'])
    await membership.leave()
  })

  test('is degraded as long as the database cannot be written to', async () => {
    let isReadOnly = false
    const { membership, heartbeats, problems } = join('a', () => isReadOnly)
    await expect.poll(() => heartbeats.length).toBeGreaterThan(0)
    expect(membership.isDegraded).toBe(false)
    isReadOnly = true
    await expect.poll(() => membership.isDegraded).toBe(true)
    expect(problems).toEqual([new Error('the database is read-only')])
    isReadOnly = false
    await expect.poll(() => membership.isDegraded).toBe(false)
    await membership.leave()
  })
})
