import type { DocumentedRoute } from '../http/documentation.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Checks } from '../http/route-registry.ts'

/** An endpoint of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly checks: Checks
  readonly options: DocumentedRoute
  /** The rate limits that count each request. */
  readonly limits: readonly RateLimit[]
}
