import type { RateLimit } from '../../../platform/http/call/rate-limit.ts'
import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import type { OwnRoute } from './pipeline.ts'
import type { DataAccess } from './scope-step.ts'

/** The beginning of the paths of all endpoints but the probes. */
export const PREFIX = '/api/v1'

/** An endpoint of the service. */
export interface Route extends OwnRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly options: DocumentedRoute
}

/** The rate limits of routes. */
export interface RouteLimits {
  readonly limits: {
    readonly usual: readonly RateLimit[]
    /** Also limits the attempts to guess a secret. */
    readonly strict: readonly RateLimit[]
  }
}

/** Returns a route of the service. Every route with the permission check says whose data it concerns. */
export function route(
  method: Route['method'],
  path: string,
  access: 'none' | 'identity' | DataAccess,
  options: DocumentedRoute,
  limits: readonly RateLimit[],
): Route {
  const checks: Pick<Route, 'checks' | 'data'> =
    access === 'none' || access === 'identity' ? { checks: access } : { checks: 'both', data: access }
  return { method, path: `${PREFIX}${path}`, ...checks, options, limits }
}
