import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { ChangeStore } from '../change-feed/change.store.ts'
import { createOutageLog } from '../outage-log.ts'
import { runPeriodically } from '../periodic.ts'
import type { NodeStore } from './node.store.ts'

const HEARTBEAT_MS = 1000
/** A node without a heartbeat for this long is not shown any more. */
const MAX_HEARTBEAT_AGE_MS = 60_000

/** A node, as `GET /cluster` and `castellan cluster` show it. */
export interface NodeState {
  readonly id: string
  readonly name: string
  readonly startedAt: string
  readonly version: number
  /** The number of changes that it has not applied yet. */
  readonly lag: number
  /** The age of its last heartbeat. */
  readonly seenSecondsAgo: number
}

export interface ClusterState {
  /** The version of the newest change. */
  readonly version: number
  readonly nodes: readonly NodeState[]
}

/** Returns the state of all nodes that use the database. */
export async function clusterState(
  changes: ChangeStore,
  nodes: NodeStore,
  now: number,
): Promise<ClusterState> {
  const heartbeats = await nodes.seenSince(now - MAX_HEARTBEAT_AGE_MS)
  const version = await changes.latestVersion()
  return {
    version,
    nodes: heartbeats.map((node) => ({
      id: node.id,
      name: node.name,
      startedAt: new Date(node.startedAt).toISOString(),
      version: node.version,
      lag: Math.max(0, version - node.version),
      seenSecondsAgo: Math.max(0, Math.round((now - node.seenAt) / 100) / 10),
    })),
  }
}

export interface MembershipOptions {
  readonly nodes: NodeStore
  /** Returns the version that this node has applied. */
  readonly version: () => number
  readonly now: () => number
  readonly onProblem: (error: unknown) => void
}

/** Sends a heartbeat every second. Returns a function that deregisters this node. */
export function joinCluster({ nodes, version, now, onProblem }: MembershipOptions): () => Promise<void> {
  const id = randomBytes(8).toString('hex')
  const name = `${hostname()}/${process.pid}`
  const startedAt = now()
  const outage = createOutageLog(onProblem)
  const sendHeartbeat = async (): Promise<void> => {
    await nodes.saveHeartbeat({ id, name, startedAt, seenAt: now(), version: version() })
    outage.recovered()
  }
  const stop = runPeriodically(HEARTBEAT_MS, sendHeartbeat, outage.failed)
  return async () => {
    await stop()
    await nodes.remove(id).catch(() => {})
  }
}
