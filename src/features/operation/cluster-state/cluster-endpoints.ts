import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { ChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import { clusterState } from '../../../platform/cluster/nodes/cluster.ts'
import type { NodeStore } from '../../../platform/cluster/nodes/node.store.ts'
import {
  count,
  listSchema,
  objectSchema,
  text,
  time,
} from '../../../platform/http/endpoint/response-schemas.ts'

const clusterSchema = objectSchema('Cluster', {
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

interface Parts {
  readonly changes: ChangeStore
  readonly nodes: NodeStore
  readonly now: () => number
}

/** Returns each node's version and lag. */
export function clusterRoute({ changes, nodes, now }: Parts) {
  return endpoint({
    operationId: 'getCluster',
    summary: 'List the nodes',
    description: 'The nodes that use the same database.',
    response: clusterSchema,
    handler: () => clusterState(changes, nodes, now()),
  })
}
