import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import type { Settings } from '../settings/declarations.ts'
import type { AccessLog } from './access-entry.ts'
import { createAnswerLog, noteArrival } from './access-log.ts'
import { answerInsteadOfNode, answerMalformed } from './bare-answer.ts'
import { hookOf, inOrder } from './check.ts'
import type { Cors } from './cors.ts'
import { answerError } from './envelope.ts'
import { framingCheck } from './framing.ts'
import { ownHttpOptions, SLOW_CLIENT_MILLISECONDS } from './http-options.ts'
import { refuseUnknownRoutes } from './not-found.ts'
import type { RateLimit } from './rate-limit.ts'
import { createRequestIds } from './request-id.ts'
import { setStandardHeaders } from './response-headers.ts'
import type { RouteRegister } from './route-register.ts'

const MAX_BODY_BYTES = 1024 * 1024
const KEEP_ALIVE_MILLISECONDS = 72_000

export interface ServerParts {
  readonly settings: Settings
  readonly logger: FastifyBaseLogger
  readonly accessLog: AccessLog
  readonly register: RouteRegister
  readonly rateLimit: RateLimit
  readonly cors: Cors
}

/** The app that the standalone service listens with. Whoever embeds the service has an app of their own. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { settings, logger, accessLog, register, rateLimit, cors } = parts
  const { trustProxy } = settings.application
  const app = fastify({
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: SLOW_CLIENT_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    http: {
      ...ownHttpOptions(),
      // A request without a host is refused by the framing check, in our words.
      requireHostHeader: false,
    },
    requestIdHeader: false,
    genReqId: createRequestIds(),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders(request, reply)
      answerError(error, request, reply)
    },
    clientErrorHandler: answerMalformed,
    // A request that was accepted is answered, also while the service closes.
    return503OnClosing: false,
  })
  app.setErrorHandler(answerError)
  answerInsteadOfNode(app.server)
  // Not as Fastify's own, for the figure `protected-whole`: with one, it makes a logger for every request and listens to
  // every answer, which took a tenth of the time.
  app.decorate('serviceLog', logger)
  const logAnswer = createAnswerLog(accessLog, (err) =>
    logger.error({ err }, 'a request could not be logged'),
  )
  const dismiss = dismissalOf(app)
  const checks = [noteArrival, framingCheck, refuseUnknownRoutes(register, rateLimit, cors)]
  app.addHook('onRequest', hookOf(inOrder(checks)))
  // One hook for both, for the figure `protected-whole`.
  app.addHook('onSend', (request, reply, payload, done) => {
    dismiss(reply)
    logAnswer(request, reply, payload)
    done()
  })
  return app
}

/** A connection that is kept alive would keep a closing server waiting: its client is told to leave with the answer. */
function dismissalOf(app: FastifyInstance): (reply: FastifyReply) => void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  return (reply) => {
    if (closing) reply.header('Connection', 'close')
  }
}
