import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { Refusal, type RefusalReason } from '../refusal.ts'
import type { Settings } from '../settings/declarations.ts'
import { logAccess } from './access-log.ts'
import { answerError } from './envelope.ts'
import { refuseUnknownRoutes } from './not-found.ts'
import type { RateLimit } from './rate-limit.ts'
import { setStandardHeaders } from './response-headers.ts'
import type { RouteRegister } from './route-register.ts'

const MAX_HEADER_BYTES = 16 * 1024
const MAX_BODY_BYTES = 1024 * 1024
const SLOW_CLIENT_MILLISECONDS = 15_000
const KEEP_ALIVE_MILLISECONDS = 72_000
const LAST_WORDS_MILLISECONDS = 1000

export interface ServerParts {
  readonly settings: Settings
  readonly logger: FastifyBaseLogger
  readonly register: RouteRegister
  readonly rateLimit: RateLimit
}

/** The app that the standalone service listens with. Whoever embeds the service has an app of their own. */
export function createServer({ settings, logger, register, rateLimit }: ServerParts): FastifyInstance {
  const { trustProxy } = settings.application
  const app = fastify({
    loggerInstance: logger,
    // One line a request is written by access-log.ts, which knows what must not be in it.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: SLOW_CLIENT_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: SLOW_CLIENT_MILLISECONDS,
      connectionsCheckingInterval: 1000,
    },
    requestIdHeader: false,
    genReqId: requestIds(),
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => {
      setStandardHeaders.call(app, request, reply, () => {})
      answerError(error, request, reply)
    },
    clientErrorHandler: answerMalformed,
    // A request that was accepted is answered, also while the service closes.
    return503OnClosing: false,
  })
  app.setErrorHandler(answerError)
  app.addHook('onRequest', refuseUnknownRoutes(register, rateLimit))
  logAccess(app, logger)
  dismissOnClose(app)
  return app
}

/** A connection that is kept alive would keep a closing server waiting: its client is told to leave with the answer. */
function dismissOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('Connection', 'close')
    done()
  })
}

/** Unique among all processes, and cheap: a random part a process, then a count. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}

const clientErrors: Readonly<Record<string, { status: string; reason: RefusalReason }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', reason: 'request-malformed' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', reason: 'request-malformed' },
}

/** What is not even HTTP never becomes a request: it is answered on the bare connection, which is then closed. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: ServerResponse },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const { status, reason } = clientErrors[error.code ?? ''] ?? {
    status: '400 Bad Request',
    reason: 'request-malformed',
  }
  const code = Number.parseInt(status, 10)
  const body = JSON.stringify({ code, msg: new Refusal(reason).text('en') })
  // Node no longer watches a socket that it has given up on: whoever does not take the answer is cut off.
  setTimeout(() => socket.destroy(), LAST_WORDS_MILLISECONDS).unref()
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${randomBytes(9).toString('base64url')}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
