import { afterAll } from 'vitest'
import type { CodeMessage } from '../../../src/index.ts'
import { createMemoryStore } from '../../../src/platform/cluster/short-lived/memory-store.ts'
import { createClock } from '../../support/clock.ts'
import { startTarget, type Target, type TargetOptions } from './target.ts'

/** The address of the user, from a proxy that the nodes trust. */
export const HOME = '203.0.113.7'

/** Returns an address in another network for each number. */
export const stranger = (number: number) => `2001:db8:${number.toString(16)}::1`

/** Starts two nodes with the same database, clock and short-lived store, and closes them after the tests of the file. */
export async function startTwoNodes({ application, ...settings }: NonNullable<TargetOptions['settings']>) {
  const clock = createClock()
  const nodes: Target[] = []
  const sent: CodeMessage[] = []
  let requests = 0
  const options = {
    settings: {
      ...settings,
      application: { trustProxy: ['127.0.0.1'], ...application },
      cluster: { maxStalenessSeconds: 3600 },
      jwt: { timeout: 10_000_000 },
    },
    replacements: {
      now: clock.now,
      shortLivedStore: createMemoryStore({ maxEntries: 1000, now: clock.now }),
      codeSender: { send: async (message: CodeMessage) => void sent.push(message) },
    },
  }
  const first = await startTarget(options)
  nodes.push(first, await startTarget({ ...options, beside: first }))
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.close()
  })
  return {
    clock,
    nodes,
    /** The messages of all users, oldest first. */
    sent,
    /** Returns the messages to a user, oldest first. */
    sentTo: (username: string) => sent.filter(({ to }) => to === `${username}@example.com`),
    /** Returns the base URLs of the two nodes in turn. */
    nextBase: () => (nodes[requests++ % nodes.length] as Target).base,
  }
}
