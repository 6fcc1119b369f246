import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyPluginAsync } from 'fastify'
import type { CorsRules } from '../../../platform/http/call/cors-rules.ts'
import { callOfMessage, type IncomingCall, pathOfCall } from '../../../platform/http/call/incoming-call.ts'
import { languageOf } from '../../../platform/http/call/language.ts'
import { refusalResponse } from '../../../platform/http/call/refusal-response.ts'
import { type OnRefusal, redactPath } from '../../../platform/http/call/refused-call.ts'
import { requestIdOf } from '../../../platform/http/call/request-id.ts'
import { REQUEST_ID } from '../../../platform/http/call/response-headers.ts'
import { unmapIPv4 } from '../../../platform/network/network.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import type { RouteRegistry } from '../routes/route-registry.ts'
import { sendError } from './envelope.ts'
import { observeRefusals } from './refusal-observer.ts'

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
