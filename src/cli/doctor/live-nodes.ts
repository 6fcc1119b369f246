import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeStore } from '../../cluster/change-feed/change.store.ts'
import type { Heartbeat, NodeStore } from '../../cluster/nodes/node.store.ts'

/** A node whose heartbeats were observed. */
export interface LiveNode {
  readonly id: string
  readonly name: string
  readonly host: string
  /** How far the node's clock is ahead of the reference clock. Up to about a second behind is normal. */
  readonly aheadMs: number
  readonly lag: number
  readonly keys: string
}

export interface ObservedNodes {
  readonly live: readonly LiveNode[]
  /** Nodes that sent a heartbeat within the last minute, but none during the observation. */
  readonly silent: readonly string[]
}

export interface ObservationOptions {
  readonly nodes: Pick<NodeStore, 'seenSince'>
  readonly changes: Pick<ChangeStore, 'latestVersion'>
  /** The clock that the nodes are compared with. */
  readonly now: () => number
  readonly timeLimitMs?: number
}

const POLL_MS = 250
/** Longer than the second between two heartbeats. */
const MIN_OBSERVATION_MS = 1500
const TIME_LIMIT_MS = 6000
const RECENT_MS = 60_000

/**
 * Watches the heartbeats until every node has sent one and has applied all changes, or the time is over. The age of a
 * heartbeat alone does not tell a stopped node from one whose clock is wrong.
 */
export async function observeNodes(options: ObservationOptions): Promise<ObservedNodes> {
  const { nodes, changes, now, timeLimitMs = TIME_LIMIT_MS } = options
  const start = performance.now()
  const first = new Map((await nodes.seenSince(0)).map(({ id, seenAt }) => [id, seenAt]))
  const aheadById = new Map<string, number>()
  for (;;) {
    const rows = await nodes.seenSince(0)
    const time = now()
    for (const { id, seenAt } of rows) {
      if (!aheadById.has(id) && seenAt !== first.get(id)) aheadById.set(id, seenAt - time)
    }
    const version = await changes.latestVersion()
    const live = rows.filter(({ id }) => aheadById.has(id)).map((row) => liveNode(row, version, aheadById))
    const silent = rows.filter(({ id, seenAt }) => !aheadById.has(id) && time - seenAt < RECENT_MS)
    const elapsed = performance.now() - start
    const isSettled = silent.length === 0 && live.every(({ lag }) => lag === 0)
    const isEnough = rows.length === 0 || (isSettled && elapsed > MIN_OBSERVATION_MS)
    if (isEnough || elapsed > timeLimitMs) return { live, silent: silent.map(({ name }) => name) }
    await sleep(POLL_MS)
  }
}

function liveNode(row: Heartbeat, version: number, aheadById: ReadonlyMap<string, number>): LiveNode {
  const { id, name, keys } = row
  return {
    id,
    name,
    host: hostOf(name),
    aheadMs: aheadById.get(id) ?? 0,
    lag: Math.max(0, version - row.version),
    keys,
  }
}

/** Returns the host in the name of a node, which ends with its process id. */
function hostOf(name: string): string {
  const end = name.lastIndexOf('/')
  return end === -1 ? name : name.slice(0, end)
}
