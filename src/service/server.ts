import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { type AccessLog, createResponseLog, recordArrival } from '../core/check/http/access-log.ts'
import { type PageResponse, sendError, sendRefusal } from '../core/check/http/envelope.ts'
import type { Pipeline } from '../core/check/http/pipeline.ts'
import { observeRefusals } from '../core/check/http/refusal-observer.ts'
import type { RequestTracing } from '../core/check/http/request-tracing.ts'
import { routeWebSocketUpgrades, WebSocketAwareRequest } from '../core/check/http/websocket-upgrade.ts'
import type { Settings } from '../features/settings.ts'
import type { OnRefusal } from '../platform/http/call/refused-call.ts'
import { requestIdOf } from '../platform/http/call/request-id.ts'
import { createClientErrorHandler, replaceNodeResponses } from '../platform/http/responses/raw-response.ts'
import { setStandardHeaders } from '../platform/http/responses/response-headers.ts'
import { SERVER_OPTIONS, SLOW_CLIENT_MILLISECONDS } from '../platform/http/server-options.ts'
import { runInOrder, toHook } from '../platform/http/steps/step.ts'
import { Refusal } from '../platform/refusal/refusal.ts'
import { forwardsRequests } from './features.ts'

const MAX_BODY_BYTES = 1024 * 1024
const KEEP_ALIVE_MS = 72_000

interface ServerParts {
  readonly settings: Settings
  readonly logger: FastifyBaseLogger
  readonly accessLog: AccessLog
  readonly pipeline: Pipeline
  readonly onRefusal: OnRefusal
  readonly requestTracing?: RequestTracing | undefined
  /** Returns the page for a browser that opens an unknown address; undefined if it gets the usual response. */
  unknownPage?(request: FastifyRequest): PageResponse | undefined
}

/** Creates the app that the standalone service listens with. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { settings, logger, accessLog, pipeline, onRefusal, requestTracing } = parts
  const { trustProxy } = settings.application
  const hasUpstreams = forwardsRequests(settings)
  const app = fastify({
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    // With upstream services, the routes limit the time themselves, because an upload to a service may take longer.
    requestTimeout: hasUpstreams ? 0 : SLOW_CLIENT_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The framing check refuses requests without a host, with a response in our format.
    http: {
      ...SERVER_OPTIONS,
      requireHostHeader: false,
      ...(hasUpstreams ? { IncomingMessage: WebSocketAwareRequest } : {}),
    },
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply)
      sendError(error, request, reply)
    },
    clientErrorHandler: createClientErrorHandler(onRefusal),
    // Accepted requests are handled also while the service closes.
    return503OnClosing: false,
  })
  observeRefusals(app, onRefusal)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal) || !isUnknownAddress(error)) return sendError(error, request, reply)
    return sendRefusal(request, reply, error, parts.unknownPage?.(request))
  })
  replaceNodeResponses(app.server, onRefusal)
  if (hasUpstreams) routeWebSocketUpgrades(app, onRefusal)
  // Not Fastify's own logger, which would write two lines per request in addition to the access log.
  app.decorate('serviceLog', logger)
  const logResponse = createResponseLog(accessLog, (err) =>
    logger.error({ err }, 'a request could not be logged'),
  )
  app.decorate('logResponse', logResponse)
  const closeConnection = connectionCloser(app)
  const refuseUnknownRoute = runInOrder(pipeline.unknownRoute.beforeBody)
  requestTracing?.addTo(app)
  app.addHook('onRequest', toHook(recordArrival))
  app.addHook(
    'onRequest',
    toHook((request, reply) => (request.is404 ? refuseUnknownRoute(request, reply) : undefined)),
  )
  app.addHook('onSend', (request, reply, payload, done) => {
    closeConnection(reply)
    logResponse(request, reply, payload)
    done()
  })
  return app
}

/** Returns whether the address of the request is that of no page. */
function isUnknownAddress({ reason }: Refusal): boolean {
  return reason === 'route-unknown' || reason === 'path-not-canonical'
}

/** Open keep-alive connections would delay the shutdown: clients are asked to close them. */
function connectionCloser(app: FastifyInstance): (reply: FastifyReply) => void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  return (reply) => {
    if (closing) reply.header('Connection', 'close')
  }
}
