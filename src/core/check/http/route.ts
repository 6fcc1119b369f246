import type { DocumentedRoute } from '../../../platform/http/endpoint/documentation.ts'
import type { OwnRoute } from './pipeline.ts'

/** The beginning of the paths of all endpoints but the probes. */
export const PREFIX = '/api/v1'

/** An endpoint of the service. */
export interface Route extends OwnRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly options: DocumentedRoute
}
