import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { ChangeStore } from '../change-feed/change.store.ts'
import { createOutageLog } from '../outage-log.ts'
import { runPeriodically } from '../periodic.ts'
import type { NodeStore } from './node.store.ts'

const REPORT_MILLISECONDS = 1000
/** A node that has not told of itself for so long is not shown any more. */
const GONE_MILLISECONDS = 60_000

/** A node, as `GET /cluster` and `castellan cluster` show it. */
export interface NodeState {
  readonly id: string
  readonly name: string
  readonly startedAt: string
  readonly version: number
  /** How many changes it has yet to follow. */
  readonly lag: number
  /** How long ago it told so. */
  readonly seenSecondsAgo: number
}

export interface ClusterState {
  /** The version of the newest change. */
  readonly version: number
  readonly nodes: readonly NodeState[]
}

/** All nodes that use the database. */
export async function clusterState(
  changes: ChangeStore,
  nodes: NodeStore,
  now: number,
): Promise<ClusterState> {
  const reports = await nodes.seenSince(now - GONE_MILLISECONDS)
  const version = await changes.latestVersion()
  return {
    version,
    nodes: reports.map((node) => ({
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
  /** The version that is in force here. */
  readonly version: () => number
  readonly now: () => number
  readonly onProblem: (error: unknown) => void
}

/** Tells every second that this node is there, and what it knows. Answers how to take one's leave. */
export function joinCluster({ nodes, version, now, onProblem }: MembershipOptions): () => Promise<void> {
  const id = randomBytes(8).toString('hex')
  const name = `${hostname()}/${process.pid}`
  const startedAt = now()
  const outage = createOutageLog(onProblem)
  const report = async (): Promise<void> => {
    await nodes.report({ id, name, startedAt, seenAt: now(), version: version() })
    outage.recovered()
  }
  const stop = runPeriodically(REPORT_MILLISECONDS, report, outage.failed)
  return async () => {
    await stop()
    await nodes.remove(id).catch(() => {})
  }
}
