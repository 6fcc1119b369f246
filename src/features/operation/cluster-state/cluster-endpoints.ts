import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { ChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import { clusterSchema, clusterState } from '../../../platform/cluster/nodes/cluster.ts'
import type { NodeStore } from '../../../platform/cluster/nodes/node.store.ts'

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
