import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyPluginAsync } from 'fastify'
import type { IncomingCall } from '../guard/incoming-call.ts'
import { createRequestIds } from '../guard/request-id.ts'

/**
 * Handles the requests to the service's own endpoints in an app that does not use Fastify. All other requests are
 * passed on with `next`, or get a 404 if there is none.
 */
export type EndpointsListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

export interface EndpointsListenerOptions {
  readonly plugin: FastifyPluginAsync
  /** Returns whether the service responds to a request itself. */
  readonly isOwnCall: (call: Pick<IncomingCall, 'method' | 'url' | 'headers'>) => boolean
  readonly trustProxy: readonly string[]
}

export function createEndpointsListener(options: EndpointsListenerOptions): EndpointsListener {
  const { plugin, isOwnCall, trustProxy } = options
  let started: Promise<(request: IncomingMessage, response: ServerResponse) => void> | undefined

  /** The app never listens: it gets requests that the embedding app has received. */
  async function start() {
    const app = fastify({
      trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
      requestIdHeader: false,
      genReqId: createRequestIds(),
      return503OnClosing: false,
    })
    await app.register(plugin)
    await app.ready()
    return app.routing
  }

  return (request, response, next) => {
    const { method = '', url = '', headers } = request
    if (next && !isOwnCall({ method, url, headers })) return next()
    const fail = (error: unknown): void => {
      if (next) next(error)
      else response.destroy(error instanceof Error ? error : undefined)
    }
    if (request.readableDidRead) {
      return fail(new Error('service.endpoints must come before everything that reads bodies'))
    }
    started ??= start()
    started.then((handle) => handle(request, response)).catch(fail)
  }
}
