import { expect, test } from 'vitest'
import type { ChangeStore } from '../change-feed/change.store.ts'
import { clusterState } from './cluster.ts'
import type { NodeStore } from './node.store.ts'

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

test('a node of an earlier version, which does not report its keys, is up', async () => {
  expect(await statusesOf([''], ['a'])).toEqual(['up', 'up'])
  expect(await statusesOf([''])).toEqual(['up'])
})

test('nodes without a recent heartbeat do not decide which keys are expected', async () => {
  expect(await statusesOf(['old', 30], ['old', 30], ['new'])).toEqual(['degraded', 'degraded', 'up'])
  expect(await statusesOf(['old', 30])).toEqual(['up'])
})
