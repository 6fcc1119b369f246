import type { FastifyInstance } from 'fastify'
import { effectiveMethod } from '../permission/method.ts'
import { parseRoutePath, patternMatches } from '../permission/path-pattern.ts'

/** Which checks a request to a route passes before its handler runs. */
export type Checks = 'none' | 'identity' | 'both'

export interface RegisteredRoute {
  readonly method: string
  readonly path: string
  readonly checks: Checks
  /** Whether it is an endpoint of the service or a route of the app behind `protect`. */
  readonly origin: 'service' | 'app'
}

/** All routes of the service and of the app behind `protect`. */
export interface RouteRegistry {
  /** Adds an endpoint of the service. */
  add(route: Omit<RegisteredRoute, 'origin'>): void
  /** Adds the routes of the app that are declared in this scope after the call. */
  watch(scope: FastifyInstance, checks: Checks): void
  routes(): readonly RegisteredRoute[]
  /** Returns the methods that a path has. */
  methodsOf(path: string): string[]
  /** Returns the checks of the route for a path; undefined if there is none. */
  checksOf(method: string, path: string): Checks | undefined
}

export function createRouteRegistry(): RouteRegistry {
  const routes: RegisteredRoute[] = []
  return {
    add: ({ method, path, checks }) => routes.push({ method, path, checks, origin: 'service' }),
    watch(scope, checks) {
      scope.addHook('onRoute', ({ method, url }) => {
        // HEAD is part of GET.
        for (const one of [method].flat())
          if (one !== 'HEAD') routes.push({ method: one, path: url, checks, origin: 'app' })
      })
    },
    routes: () => routes,
    checksOf(method, path) {
      const wanted = effectiveMethod(method)
      return routes.find(
        (route) => route.method === wanted && patternMatches(parseRoutePath(route.path), path),
      )?.checks
    },
    methodsOf: (path) =>
      routes.filter((route) => patternMatches(parseRoutePath(route.path), path)).map(({ method }) => method),
  }
}
