import { expect, test } from 'vitest'
import type { Heartbeat } from '../../../platform/cluster/nodes/node.store.ts'
import { checkClock, checkNodes, type LiveNode, type NodeCheckOptions, observeNodes } from './cluster.ts'

const node = (host: string, differs: Partial<LiveNode> = {}): LiveNode => ({
  name: `${host}/1`,
  host,
  aheadMs: -400,
  lag: 0,
  keys: 'abc',
  ...differs,
})

function check(live: readonly LiveNode[], differs: Partial<NodeCheckOptions> = {}) {
  const options = { live, silent: [], isSecretShared: true, hasRedis: true, isEmbedded: false, ...differs }
  return checkNodes(options).map(({ status, found }) => `${status}: ${found}`)
}

test('two machines that share everything are fine', () => {
  expect(check([node('a'), node('b')])).toEqual([
    'ok: 2 nodes, up to date, with the same keys and the same time',
  ])
  expect(check([])).toEqual(['ok: no node runs'])
})

test('several processes of one machine need no Redis', () => {
  const processes = [node('a'), node('a', { name: 'a/2' })]
  expect(check(processes, { hasRedis: false, isSecretShared: false, isEmbedded: true })).toHaveLength(1)
})

test('two machines without Redis, or with one SQLite file', () => {
  expect(check([node('a'), node('b')], { hasRedis: false })).toEqual([
    expect.stringMatching(/^problem: .*redis\.url/),
  ])
  expect(check([node('a'), node('b')], { isEmbedded: true })).toEqual([
    expect.stringMatching(/^problem: .*SQLite/),
  ])
})

test('different keys are a problem; without a shared secret, that is the cause', () => {
  const live = [node('a'), node('b', { keys: 'xyz' })]
  expect(check(live)).toEqual([
    expect.stringMatching(/^problem: nodes have different keys.*a\/1 \(abc\); b\/1 \(xyz\)/),
  ])
  expect(check(live, { isSecretShared: false })).toHaveLength(2)
  expect(check([node('a'), node('b')], { isSecretShared: false })).toEqual([expect.stringMatching(/^ok/)])
})

test('lag, clocks and silent nodes are warnings', () => {
  expect(check([node('a', { lag: 1 })])).toEqual(['warning: node a/1 is 1 change behind'])
  expect(check([node('a', { aheadMs: 4000 })])).toEqual([
    'warning: the clock of node a/1 is 4 s ahead of the others',
  ])
  expect(check([node('a', { aheadMs: -90_000 })])).toEqual([
    'warning: the clock of node a/1 is 90 s behind the others',
  ])
  expect(check([node('a')], { silent: ['b/1'] })).toEqual([
    expect.stringMatching(/^warning: node b\/1 has stopped/),
  ])
})

test('a node is live if its heartbeats advance, whatever its clock shows', async () => {
  const start = 1_000_000_000
  let reads = 0
  const heartbeat = (id: string, seenAt: number): Heartbeat => ({
    id,
    name: `${id}/1`,
    startedAt: 0,
    seenAt,
    version: 7,
    keys: '',
  })
  const stores = {
    nodes: {
      async seenSince() {
        reads++
        return [
          heartbeat('slow-clock', start - 3_600_000 + reads),
          heartbeat('stopped', start - 30_000),
          heartbeat('long-gone', start - 90_000),
        ]
      },
    },
    changes: { latestVersion: async () => 9 },
  }
  const observed = await observeNodes(stores, () => start, 0)
  expect(observed.live).toMatchObject([{ host: 'slow-clock', lag: 2, aheadMs: 2 - 3_600_000 }])
  expect(observed.silent).toEqual(['stopped/1'])
})

const judged = (aheadMs: number, uncertaintyMs = 1) =>
  checkClock({ Redis: { aheadMs, uncertaintyMs } }).map(({ status }) => status)

test.each([
  [0, 'ok'],
  [-900, 'ok'],
  [1500, 'warning'],
  [-9000, 'warning'],
  [60_000, 'problem'],
  [-60_000, 'problem'],
])('%d ms ahead: %s', (aheadMs, status) => {
  expect(judged(aheadMs)).toEqual([status])
})

test('what the round trip cannot exclude is not reported', () => {
  expect(judged(4000, 3500)).toEqual(['ok'])
  expect(judged(11_000, 3500)).toEqual(['warning'])
})

test('without another clock, the check is skipped', () => {
  expect(checkClock({ 'the database server': undefined, Redis: undefined })).toMatchObject([
    { status: 'skipped' },
  ])
})
