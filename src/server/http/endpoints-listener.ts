import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyPluginAsync } from 'fastify'
import type { CorsRules } from '../../authorization/guard/cors-rules.ts'
import { callOfMessage, type IncomingCall, pathOfCall } from '../../authorization/guard/incoming-call.ts'
import { languageOf } from '../../authorization/guard/language.ts'
import { refusalResponse } from '../../authorization/guard/refusal-response.ts'
import { type OnRefusal, redactPath } from '../../authorization/guard/refused-call.ts'
import { requestIdOf } from '../../authorization/guard/request-id.ts'
import { REQUEST_ID } from '../../authorization/guard/response-headers.ts'
import type { RouteRegistry } from '../../authorization/guard/route-registry.ts'
import { unmapIPv4 } from '../../foundation/network/network.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import { sendError } from './responses/envelope.ts'
import { observeRefusals } from './steps/refusal-observer.ts'

/**
 * Handles the requests to the service's own endpoints in an app that does not use Fastify. All other requests are
 * passed on with `next`, or get a 404 if there is none.
 */
export type EndpointsListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

interface EndpointsListenerOptions {
  readonly plugin: FastifyPluginAsync
  readonly registry: Pick<RouteRegistry, 'hasServiceRoute' | 'methodsOf'>
  readonly cors: Pick<CorsRules, 'isPreflight'>
  /** The path under which the service responds to preflight requests, also for the routes of the app. */
  readonly prefix: string
  readonly trustProxy: readonly string[]
  /** Default: warnings and errors are written to the standard output. */
  readonly logger: FastifyBaseLogger | undefined
  readonly onRefusal: OnRefusal
}

export function createEndpointsListener(options: EndpointsListenerOptions): EndpointsListener {
  const { plugin, registry, cors, prefix, trustProxy, logger, onRefusal } = options
  let started: ReturnType<typeof start> | undefined

  /** Starts an app that never listens: it gets requests that the embedding app has received. */
  async function start() {
    const app = fastify({
      // Not the given one: Fastify would log requests with their query, which may hold a token.
      logger: logger ? false : { level: 'warn' },
      trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
      requestIdHeader: false,
      genReqId: requestIdOf,
      return503OnClosing: false,
    })
    if (logger) app.decorate('serviceLog', logger)
    observeRefusals(app, onRefusal)
    app.setNotFoundHandler((request, reply) => sendError(new Refusal('route-unknown'), request, reply))
    await app.register(plugin)
    await app.ready()
    return app.routing
  }

  /** Returns whether the service responds to a request itself. */
  function isOwnCall(call: Pick<IncomingCall, 'method' | 'url' | 'headers'>): boolean {
    const path = pathOfCall(call)
    if (registry.hasServiceRoute(path)) return true
    // The routes of the app have no method for preflight requests.
    return cors.isPreflight(call) && path.startsWith(`${prefix}/`) && registry.methodsOf(path).length > 0
  }

  function sendFault(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const requestId = requestIdOf(request)
    if (logger)
      logger.error({ err: error, reqId: requestId }, 'a request failed because of an internal error')
    else console.error(error)
    if (response.headersSent) {
      response.destroy()
      return
    }
    const language = languageOf(request.headers['accept-language'])
    const refusal = new Refusal('fault')
    const call = callOfMessage(request)
    onRefusal({
      requestId,
      reason: refusal.reason,
      code: refusal.code,
      method: call.method,
      path: redactPath(pathOfCall(call)),
      address: unmapIPv4(call.remoteAddress),
    })
    const { status, headers, body } = refusalResponse(refusal, language)
    response.writeHead(status, { ...headers, [REQUEST_ID]: requestId }).end(body)
  }

  return (request, response, next) => {
    if (next && !isOwnCall(callOfMessage(request))) return next()
    const fail = (error: unknown): void => {
      if (next) next(error)
      else sendFault(request, response, error)
    }
    if (request.readableDidRead) {
      return fail(new Error('service.endpoints must come before everything that reads bodies'))
    }
    started ??= start().catch((error: unknown) => {
      // The next request tries again.
      started = undefined
      throw error
    })
    started.then((handle) => handle(request, response)).catch(fail)
  }
}
