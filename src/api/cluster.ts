import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { ChangeStore } from '../change-feed/change.store.ts'
import { clusterState } from '../cluster/cluster.ts'
import type { NodeStore } from '../cluster/node.store.ts'
import { endpoint } from '../http/endpoint.ts'

export interface ClusterRouteOptions {
  readonly changes: ChangeStore
  readonly nodes: NodeStore
  readonly now: () => number
}

/** Returns each node's version and lag. */
export function clusterRoute({ changes, nodes, now }: ClusterRouteOptions): RouteShorthandOptionsWithHandler {
  return endpoint({ handler: async () => ({ data: await clusterState(changes, nodes, now()) }) })
}
