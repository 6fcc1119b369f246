import { effectiveMethod } from '../../../platform/http/call/method.ts'
import { quoted } from '../../../platform/text/quoted.ts'
import type { Endpoint } from '../../permission/exclusion-list.ts'
import {
  comparePrecedence,
  type PathPattern,
  parseRoutePath,
  segmentsMatch,
  segmentsOfPath,
} from '../../permission/patterns/path-pattern.ts'

/** Which checks a request to a route passes before its handler runs. */
export type Checks = 'none' | 'identity' | 'both'

/**
 * Whose route it is: an endpoint of the service, a route of the app that embeds it, a path of an upstream service, or the web
 * console.
 */
export const ROUTE_ORIGINS = ['service', 'app', 'upstream', 'console'] as const
type RouteOrigin = (typeof ROUTE_ORIGINS)[number]

export interface RegisteredRoute {
  readonly method: string
  readonly path: string
  readonly checks: Checks
  readonly origin: RouteOrigin
  /** Whether the app has declared that the handler applies the caller's data scope. */
  readonly dataScope?: boolean
  /** Whether its handler runs both checks itself, for the original request of a proxy. */
  readonly decidesForProxies?: boolean
}

/** Returns the known route of a call; undefined for other routes, which need a rule. */
export type FindRoute = (call: Endpoint) => Pick<RegisteredRoute, 'path' | 'checks' | 'origin'> | undefined

/** A route of the app. */
export type AppRoute = Omit<RegisteredRoute, 'origin' | 'decidesForProxies'>

/** Which of several routes for a path a router prefers: Fastify the most specific one, others the first one declared. */
export type RouterKind = 'most-specific' | 'first-declared'

export type RouteRegistry = ReturnType<typeof createRouteRegistry>

interface Entry {
  readonly route: RegisteredRoute
  readonly pattern: PathPattern
  readonly router: RouterKind
}

/** Throws if a program without types adds a route that the list could not describe. */
export function assertAppRoute({ method, path, checks }: AppRoute): void {
  const name = `the route ${quoted(`${method} ${path}`)}`
  if (!/^(?:\*|[A-Z][A-Z-]*)$/.test(method))
    throw new TypeError(`${name} needs a method in capitals, such as GET`)
  if (!/^[/*]/.test(path)) throw new TypeError(`${name} needs a path that starts with "/"`)
  if (!STRICTNESS.includes(checks))
    throw new TypeError(`${name} needs one of the checks ${STRICTNESS.join(', ')}`)
}

/** From the weakest to the strictest. */
const STRICTNESS: readonly Checks[] = ['none', 'identity', 'both']

/** Creates the list of all routes of the service and of the app behind `protect`. */
export function createRouteRegistry() {
  const entries: Entry[] = []
  const openLists: { origin: RouteOrigin; list: () => readonly Endpoint[] }[] = []

  /** Returns the routes that match a path, which is split once for all of them. */
  function entriesFor(path: string): Entry[] {
    const segments = segmentsOfPath(path)
    return segments ? entries.filter(({ pattern }) => segmentsMatch(pattern, segments)) : []
  }

  return {
    /** Adds a route. `HEAD` of an app is part of its `GET`. */
    add(
      origin: RouteOrigin,
      added: Omit<RegisteredRoute, 'origin'>,
      router: RouterKind = 'most-specific',
    ): void {
      const { method, path, checks, dataScope, decidesForProxies } = added
      if (origin === 'app' && method === 'HEAD') return
      const route = {
        method,
        path,
        checks,
        origin,
        ...(dataScope ? { dataScope } : {}),
        ...(decidesForProxies ? { decidesForProxies } : {}),
      }
      entries.push({ route, pattern: parseRoutePath(path), router })
    },
    /**
     * Adds a list of routes without checks, which is read whenever all routes are listed: an app may declare more later. They
     * have no influence on the other functions: they can neither weaken the checks of a path nor change which methods the
     * service reports for it.
     */
    addOpenList(origin: RouteOrigin, list: () => readonly Endpoint[]): void {
      openLists.push({ origin, list })
    },

    /** Returns all routes, including those of `addOpenList`. */
    routes(): readonly RegisteredRoute[] {
      const listed = openLists.flatMap(({ origin, list }) =>
        list().map(({ method, path }) => ({ method, path, checks: 'none' as const, origin })),
      )
      const added = entries.map(({ route }) => route)
      // The app may have added a route itself that is in a list too.
      const known = new Set(added.filter(({ checks }) => checks === 'none').map(keyOf))
      const unknown = new Map(listed.map((route) => [keyOf(route), route]))
      return [...added, ...[...unknown].filter(([key]) => !known.has(key)).map(([, route]) => route)]
    },

    /**
     * Returns the route for a path; undefined if there is none. If several routes match and a router prefers the first one
     * declared, the one with the strictest checks is returned: middleware and mounted routers affect the order.
     */
    find(method: string, path: string): RegisteredRoute | undefined {
      const wanted = effectiveMethod(method)
      const matching = entriesFor(path).filter(({ route }) => route.method === wanted)
      const isOrdered = matching.some(({ router }) => router === 'first-declared')
      const [first] = matching.sort(isOrdered ? compareStrictness : compareEntries)
      return first?.route
    },

    /** Returns whether a path belongs to an endpoint of the service. */
    hasServiceRoute: (path: string): boolean =>
      entriesFor(path).some(({ route }) => route.origin === 'service'),

    /** Returns the methods that a path has. */
    methodsOf: (path: string): string[] => entriesFor(path).map(({ route }) => route.method),
  }
}

function keyOf({ origin, method, path }: RegisteredRoute): string {
  return `${origin} ${method} ${path}`
}

/** Of two routes that the patterns cannot tell apart, the one with the stricter checks counts. */
function compareEntries(a: Entry, b: Entry): number {
  return comparePrecedence(a.pattern, b.pattern) || compareStrictness(a, b)
}

function compareStrictness(a: Entry, b: Entry): number {
  return STRICTNESS.indexOf(b.route.checks) - STRICTNESS.indexOf(a.route.checks)
}
