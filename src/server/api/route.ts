import type { DocumentedRoute } from '../http/documentation.ts'
import type { OwnRoute } from '../http/steps/pipeline.ts'

/** An endpoint of the service. */
export interface Route extends OwnRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly options: DocumentedRoute
}
