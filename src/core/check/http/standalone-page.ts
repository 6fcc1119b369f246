import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { RouteRegistry } from '../routes/route-registry.ts'
import type { PageResponse } from './envelope.ts'
import type { Pipeline } from './pipeline.ts'

/** Pages that only a service with its own app has. Their scripts use the cookie, so that they never see a token. */
export interface StandalonePage {
  /** Returns the page for a browser that opens an unknown address; undefined if it gets the usual response. */
  unknownPage(request: FastifyRequest): PageResponse | undefined
  plugin(parts: { readonly pipeline: Pipeline; readonly registry: RouteRegistry }): FastifyPluginAsync
}
