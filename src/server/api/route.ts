import type { RateLimit } from '../../authorization/guard/rate-limit.ts'
import type { Checks } from '../../authorization/guard/route-registry.ts'
import type { DocumentedRoute } from '../http/documentation.ts'
import type { DataAccess } from '../http/steps/scope-step.ts'

/** An endpoint of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly checks: Checks
  /** Whose data the route concerns. Present on the routes with the permission check. */
  readonly data?: DataAccess
  readonly options: DocumentedRoute
  /** The rate limits that count each request. */
  readonly limits: readonly RateLimit[]
}
