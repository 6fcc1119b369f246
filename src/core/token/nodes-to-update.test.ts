import { expect, test } from 'vitest'
import type { Heartbeat } from '../../platform/cluster/nodes/node.store.ts'
import { observeNodes } from './nodes-to-update.ts'

/** More reads than there are while nodes send a heartbeat every second. */
const READS_BEFORE_HEARTBEAT = 9

/** Creates the row of a process that sends a heartbeat only after some time, as a single process with SQLite does. */
function createQuietNode(keys: string) {
  const startedAt = Date.now()
  let reads = 0
  return {
    async seenSince(): Promise<Heartbeat[]> {
      reads++
      const seenAt = reads > READS_BEFORE_HEARTBEAT ? startedAt + 1 : startedAt
      return [{ id: 'a', name: 'host/1', startedAt, seenAt, version: 1, keys }]
    },
  }
}

test.concurrent('the next heartbeat of a process that sends few is waited for', async () => {
  expect(await observeNodes(createQuietNode('new'), () => 'new')).toEqual({ updated: 1, toUpdate: [] })
})

test.concurrent('a process with other keys is named although it sends few heartbeats', async () => {
  const observed = await observeNodes(createQuietNode('old'), () => 'new')
  expect(observed).toEqual({ updated: 0, toUpdate: ['host/1'] })
})

test.concurrent('a node that sent its last heartbeat long ago is not waited for', async () => {
  const seenAt = Date.now() - 3_600_000
  const ended = { id: 'a', name: 'host/1', startedAt: seenAt, seenAt, version: 1, keys: 'old' }
  const observed = await observeNodes({ seenSince: async () => [ended] }, () => 'new')
  expect(observed).toEqual({ updated: 0, toUpdate: [] })
})
