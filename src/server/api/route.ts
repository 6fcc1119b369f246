import type { RateLimit } from '../../authorization/guard/rate-limit.ts'
import type { Checks } from '../../authorization/guard/route-registry.ts'
import type { DocumentedRoute } from '../http/documentation.ts'

/** An endpoint of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly checks: Checks
  readonly options: DocumentedRoute
  /** The rate limits that count each request. */
  readonly limits: readonly RateLimit[]
}
