import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import {
  count,
  listSchema,
  objectSchema,
  type TypeOf,
  text,
  time,
} from '../../http/endpoint/response-schemas.ts'
import { createOutageLog } from '../../runtime/outage-log.ts'
import { runPeriodically } from '../../runtime/periodic.ts'
import { MINUTE_IN_MS } from '../../runtime/time-units.ts'
import type { ChangeStore } from '../change-feed/change.store.ts'
import type { Heartbeat, NodeStore } from './node.store.ts'

const HEARTBEAT_MS = 1000
/** A node without a heartbeat for this long is not shown any more. */
const MAX_HEARTBEAT_AGE_MS = MINUTE_IN_MS
/** A node without a heartbeat for this long may have ended with keys that have been replaced since. */
const MAX_COMPARED_AGE_MS = 10_000
/**
 * A node is degraded after this many consecutive heartbeats with keys that differ from those of most nodes. This is longer than
 * a node that has ended is compared, and longer than new keys take to reach all nodes.
 */
const MIN_DIFFERENT_HEARTBEATS = 12

export const clusterSchema = objectSchema('Cluster', {
  version: { ...count, description: 'The version of the newest change.' },
  nodes: listSchema(
    objectSchema('Node', {
      id: text,
      name: text,
      startedAt: time,
      version: { ...count, description: 'The version that the node has applied.' },
      lag: { ...count, description: 'The number of changes that it has not applied yet.' },
      seenSecondsAgo: { type: 'number', minimum: 0, description: 'The age of its last heartbeat.' },
      keys: { ...text, description: 'A fingerprint of its keys.' },
      status: { enum: ['up', 'degraded'], description: '`degraded`: its keys are not those of most nodes.' },
    }),
  ),
})

/** The nodes, as `GET /cluster` and `castellan cluster` show them. */
export type ClusterState = TypeOf<typeof clusterSchema>

/** Returns the state of all nodes that use the database. */
export async function clusterState(
  changes: ChangeStore,
  nodes: NodeStore,
  now: number,
): Promise<ClusterState> {
  const heartbeats = await nodes.seenSince(now - MAX_HEARTBEAT_AGE_MS)
  const version = await changes.latestVersion()
  const expectedKeys = expectedKeysOf(heartbeats, now)
  return {
    version,
    nodes: heartbeats.map((node) => ({
      id: node.id,
      name: node.name,
      startedAt: new Date(node.startedAt).toISOString(),
      version: node.version,
      lag: Math.max(0, version - node.version),
      seenSecondsAgo: Math.max(0, Math.round((now - node.seenAt) / 100) / 10),
      keys: node.keys,
      status: node.keys === expectedKeys ? 'up' : 'degraded',
    })),
  }
}

/** Returns the fingerprint that all nodes should have, or undefined if that is unknown. */
function expectedKeysOf(heartbeats: readonly Heartbeat[], now: number): string | undefined {
  const recent = heartbeats.filter(({ seenAt }) => now - seenAt < MAX_COMPARED_AGE_MS)
  return mostCommonKeys(recent.length > 0 ? recent : heartbeats)
}

/** Returns the fingerprint that most nodes have, or undefined if two are equally common. */
function mostCommonKeys(nodes: readonly Heartbeat[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { keys } of nodes) counts.set(keys, (counts.get(keys) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[1] === second?.[1] ? undefined : first?.[0]
}

interface MembershipOptions {
  readonly nodes: NodeStore
  /** Returns the version that this node has applied. */
  readonly version: () => number
  /** Returns the fingerprint of the keys that this node uses. */
  readonly keys: () => string
  readonly now: () => number
  readonly onProblem: (error: unknown) => void
  /** Called once when the keys of this node differ from those of most nodes. */
  readonly onDifferentKeys: () => void
  readonly heartbeatMs?: number
  /** A heartbeat that says nothing new is sent after this time. Default: every time. */
  readonly unchangedMs?: number
}

export type Membership = ReturnType<typeof joinCluster>

/**
 * Sends a heartbeat every second, or less often while it would say the same, and compares the keys of this node with those of the others. The heartbeat also shows
 * whether the database can be written to.
 */
export function joinCluster(options: MembershipOptions) {
  const { nodes, version, keys, now, onProblem, onDifferentKeys } = options
  const { heartbeatMs = HEARTBEAT_MS, unchangedMs = 0 } = options
  const id = randomBytes(8).toString('hex')
  const name = `${hostname()}/${process.pid}`
  const startedAt = now()
  const outage = createOutageLog(onProblem)
  let differentHeartbeats = 0
  /** What the last heartbeat said, and when. */
  let last: { readonly content: string; readonly sentAt: number } | undefined
  const sendHeartbeat = async (): Promise<void> => {
    const ownKeys = keys()
    const seenAt = now()
    const content = `${version()} ${ownKeys}`
    const isSaid = last?.content === content && performance.now() - last.sentAt < unchangedMs
    if (isSaid && !outage.isFailing && differentHeartbeats === 0) return
    const sentAt = performance.now()
    await nodes.saveHeartbeat({ id, name, startedAt, seenAt, version: version(), keys: ownKeys })
    last = { content, sentAt }
    const others = await nodes.seenSince(seenAt - MAX_HEARTBEAT_AGE_MS)
    differentHeartbeats = expectedKeysOf(others, seenAt) === ownKeys ? 0 : differentHeartbeats + 1
    if (differentHeartbeats === MIN_DIFFERENT_HEARTBEATS) onDifferentKeys()
    outage.recovered()
  }
  const stop = runPeriodically(heartbeatMs, sendHeartbeat, outage.failed)
  return {
    /** Whether the last heartbeat could not be stored, or the keys of this node differ from those of most nodes. */
    get isDegraded() {
      return outage.isFailing || differentHeartbeats >= MIN_DIFFERENT_HEARTBEATS
    },
    /** Deregisters this node. */
    async leave(): Promise<void> {
      await stop()
      await nodes.remove(id).catch(() => {})
    },
  }
}
