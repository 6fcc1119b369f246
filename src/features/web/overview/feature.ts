import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import { overviewRoute } from './overview.ts'

type RouteParts = RouteLimits & Parameters<typeof overviewRoute>[0]

export const overviewFeature = {
  routes: (parts: RouteParts): Route[] => [
    route('GET', '/overview', 'scoped', overviewRoute(parts), parts.limits.usual),
  ],
}
