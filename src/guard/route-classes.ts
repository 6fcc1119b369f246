import {
  coversRoute,
  type Endpoint,
  type Exclusion,
  type ExclusionList,
  matchesRoute,
} from '../permission/exclusion-list.ts'
import type { RegisteredRoute } from './route-registry.ts'

/**
 * Who can call a route: `public` everybody; `identity` every logged-in user; `excluded` every logged-in user, because of
 * the exclusion list; `policy` the roles with a rule; `unguarded` whoever the app lets in, because it has no checks.
 */
export const ROUTE_CLASSES = ['public', 'identity', 'excluded', 'policy', 'unguarded'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

/** A route with its class. */
export interface ClassedRoute extends Pick<RegisteredRoute, 'method' | 'path' | 'checks' | 'origin'> {
  readonly class: RouteClass
  /** The entries of the exclusion list for this route. They cover all of an `excluded` route and a part of a `policy` one. */
  readonly exclusions?: readonly Exclusion[]
}

/**
 * Returns the routes with their classes.
 *
 * @example
 * classifyRoutes([{ method: 'GET', path: '/api/v1/orders', checks: 'both', origin: 'app' }], exclusionList)
 * // [{ …, class: 'policy' }]
 */
export function classifyRoutes(
  routes: readonly RegisteredRoute[],
  exclusionList: ExclusionList,
): ClassedRoute[] {
  return routes.map((route) => {
    const { method, path, checks, origin } = route
    const listed = { method, path, checks, origin }
    if (checks !== 'both') return { ...listed, class: classWithoutPermissionCheck(route) }
    const exclusions = exclusionsOf(route, exclusionList)
    if (exclusions.length === 0) return { ...listed, class: 'policy' }
    const isExcluded = exclusions.some((entry) => coversRoute(entry, route))
    return { ...listed, class: isExcluded ? 'excluded' : 'policy', exclusions }
  })
}

function classWithoutPermissionCheck({ checks, origin, decidesForProxies }: RegisteredRoute): RouteClass {
  if (checks === 'identity') return 'identity'
  if (decidesForProxies) return 'policy'
  return origin === 'app' ? 'unguarded' : 'public'
}

function exclusionsOf(route: Endpoint, { entries }: ExclusionList): readonly Exclusion[] {
  const matching = entries.filter((entry) => matchesRoute(entry, route))
  const covering = matching.filter((entry) => coversRoute(entry, route))
  return covering.length > 0 ? covering : matching
}
