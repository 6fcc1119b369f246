import { ANY_METHOD, METHODS } from '../../../platform/http/call/method.ts'
import {
  configuredEntries,
  coversRoute,
  type Endpoint,
  type Exclusion,
  type ExclusionList,
  matchesRoute,
} from '../../permission/exclusion-list.ts'
import { createRuleCoverage } from '../../permission/rules/rule-coverage.ts'
import { type RegisteredRoute, ROUTE_ORIGINS } from './route-registry.ts'

/**
 * Who can call a route: `public` everybody; `identity` every logged-in user; `excluded` every logged-in user, because of
 * the exclusion list; `policy` the roles with a rule; `unguarded` whoever the app lets in, because it has no checks.
 * See docs/decisions/0033-route-classes.md.
 */
export const ROUTE_CLASSES = ['public', 'identity', 'excluded', 'policy', 'unguarded'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

/** Whose route it is; `settings` for an entry of the exclusion list. */
export const CLASSED_ROUTE_ORIGINS = [...ROUTE_ORIGINS, 'settings'] as const

/** A route with its class, or an entry of the exclusion list that opens more than the known routes. */
export interface ClassedRoute extends Pick<RegisteredRoute, 'method' | 'path' | 'checks' | 'dataScope'> {
  readonly origin: (typeof CLASSED_ROUTE_ORIGINS)[number]
  readonly class: RouteClass
  /** The entries of the exclusion list for this route. They cover all of an `excluded` route and a part of a `policy` one. */
  readonly exclusions?: readonly Exclusion[]
}

/** A method and a path that exist, with their checks and whose they are. */
export type KnownRoute = Pick<ClassedRoute, 'method' | 'path' | 'checks' | 'origin'>

/**
 * Returns the routes with their classes, and the configured entries of the exclusion list that open more than these
 * routes: a proxy or an app can ask about every path.
 *
 * @example
 * classifyRoutes([{ method: 'GET', path: '/api/v1/orders', checks: 'both', origin: 'app' }], exclusionList)
 * // [{ …, class: 'policy' }]
 */
export function classifyRoutes(
  routes: readonly RegisteredRoute[],
  exclusionList: ExclusionList,
): ClassedRoute[] {
  const classed = routes.map((route) => classify(route, exclusionList))
  const opened = configuredEntries(exclusionList)
    .map(({ entry }) => entry)
    .filter((entry) => !isShown(entry, classed))
    .map((entry): ClassedRoute => {
      const { method, path } = entry
      return { method, path, checks: 'both', origin: 'settings', class: 'excluded', exclusions: [entry] }
    })
  return [...classed, ...opened]
}

function classify(route: RegisteredRoute, exclusionList: ExclusionList): ClassedRoute {
  const { method, path, checks, origin, dataScope } = route
  const listed = { method, path, checks, origin, ...(dataScope ? { dataScope } : {}) }
  if (checks !== 'both') return { ...listed, class: classWithoutPermissionCheck(route) }
  const exclusions = exclusionsOf(route, exclusionList)
  if (exclusions.length === 0) return { ...listed, class: 'policy' }
  const isExcluded = exclusions.some((entry) => coversRoute(entry, route))
  return { ...listed, class: isExcluded ? 'excluded' : 'policy', exclusions }
}

/** Returns whether the routes show everything that an entry opens: one names it as its part, or they cover it. */
function isShown(entry: Exclusion, routes: readonly ClassedRoute[]): boolean {
  const opened = routes.filter(({ exclusions = [] }) => exclusions.includes(entry))
  if (opened.some((route) => route.class === 'policy')) return true
  const coverage = createRuleCoverage(opened)
  const methods = entry.method === ANY_METHOD ? METHODS : [entry.method]
  return methods.every((method) => coverage.covers({ method, path: entry.path }))
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
