import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { clusterRoute } from './cluster-endpoints.ts'
import { systemRoute } from './system.ts'

type RouteParts = RouteLimits & Parameters<typeof clusterRoute>[0] & Parameters<typeof systemRoute>[0]

export const clusterStateFeature = {
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    return [
      route('GET', '/cluster', 'all-only', clusterRoute(parts), usual),
      route('GET', '/system', 'all-only', systemRoute(parts), usual),
    ]
  },
}
