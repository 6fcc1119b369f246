import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { Refusal } from '../refusal.ts'
import type { UpstreamSettings } from '../settings/upstream.ts'
import type { ParsedHeaders } from './response-headers.ts'

/** A request to an upstream service. */
export interface UpstreamRequest {
  readonly method: string
  /** The path with the query. */
  readonly target: string
  /** Names and values in turn. */
  readonly headers: string[]
  readonly body: Readable | null
  /** Called when a connection is free and the request is sent. */
  readonly onSent: (sent: SentRequest) => void
  readonly onResponse: (response: UpstreamResponse) => void
  /** Called instead of `onResponse`, once. */
  readonly onFailure: (failure: Error) => void
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: ParsedHeaders
  /** A buffer if the whole body has arrived with the headers. */
  readonly body: Buffer | Readable
}

/** A request that is waiting or being sent. */
export interface SentRequest {
  /** Starts the time limit for the headers of the response again. */
  restartTimeout(): void
  /** There is no time limit while the client is still sending the body. */
  stopTimeout(): void
  /** Fails the request with this error. A response that has begun ends with the error. */
  cancel(failure: Error): void
}

/** The connections to one upstream service. */
export interface Upstream {
  send(request: UpstreamRequest): SentRequest
  close(): Promise<void>
}

const MAX_HEADER_BYTES = 16 * 1024
const MAX_INFORMATIONAL_RESPONSES = 10

/** Creates the connections to an upstream service. Requests are never retried. */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const { maxConnections, maxQueued } = settings
  const responseTimeoutMs = settings.responseTimeoutSeconds * 1000
  const pool = new Pool(settings.url, {
    connections: maxConnections,
    pipelining: 1,
    connect: { timeout: settings.connectTimeoutSeconds * 1000 },
    // This limit starts again with every informational response, and does not count the time in the queue.
    headersTimeout: 0,
    bodyTimeout: settings.idleTimeoutSeconds * 1000,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  let open = 0

  return {
    send(request) {
      if (open >= maxConnections + maxQueued) {
        request.onFailure(new Error(`${open} requests are waiting already`))
        return { restartTimeout() {}, stopTimeout() {}, cancel() {} }
      }
      open++
      const exchange = createExchange({ request, responseTimeoutMs, onEnd: () => open-- })
      const { method, target: path, headers, body } = request
      pool.dispatch({ method, path, headers, body }, exchange.handler)
      return exchange
    },
    close: () => pool.destroy(),
  }
}

interface ExchangeOptions {
  readonly request: UpstreamRequest
  readonly responseTimeoutMs: number
  /** Called when the connection is free again. */
  readonly onEnd: () => void
}

interface Exchange extends SentRequest {
  readonly handler: Dispatcher.DispatchHandler
}

/** Creates the handler of one request and its response. */
function createExchange({ request, responseTimeoutMs, onEnd }: ExchangeOptions): Exchange {
  let controller: Dispatcher.DispatchController | undefined
  let timer: NodeJS.Timeout | undefined
  let failure: Error | undefined
  let informational = 0
  /** What arrives before the response is handed on. */
  const chunks: Buffer[] = []
  let body: Readable | undefined
  let hasResponse = false
  let hasEnded = false

  const stopTimeout = (): void => clearTimeout(timer)
  const restartTimeout = (): void => {
    stopTimeout()
    if (hasResponse || failure) return
    timer = setTimeout(() => cancel(new Refusal('upstream-timeout')), responseTimeoutMs)
  }
  const fail = (error: Error): void => {
    if (failure) return
    failure = error
    stopTimeout()
    if (body) body.destroy(error)
    else request.onFailure(error)
  }
  const cancel = (error: Error): void => {
    if (failure || hasEnded) return
    fail(error)
    controller?.abort(error)
  }
  const handOn = (status: number, headers: ParsedHeaders): void => {
    if (failure) return
    if (hasEnded) {
      request.onResponse({ status, headers, body: Buffer.concat(chunks) })
      return
    }
    const stream = new Readable({
      read: () => controller?.resume(),
      destroy(error, done) {
        if (!hasEnded) cancel(error ?? new Error('the client disconnected'))
        done(error)
      },
    })
    body = stream
    for (const chunk of chunks) stream.push(chunk)
    request.onResponse({ status, headers, body: stream })
  }

  restartTimeout()
  return {
    restartTimeout,
    stopTimeout,
    cancel,
    handler: {
      onRequestStart(started) {
        controller = started
        if (failure) started.abort(failure)
        else request.onSent({ restartTimeout, stopTimeout, cancel })
      },
      onResponseStart(_, status, headers) {
        if (status < 200) {
          if (++informational > MAX_INFORMATIONAL_RESPONSES)
            cancel(new Error('too many informational responses'))
          return
        }
        hasResponse = true
        stopTimeout()
        // By then the parser has read all bytes that have arrived: small responses need no stream, and an error in the
        // same packet still gets the client a clean response.
        process.nextTick(handOn, status, headers)
      },
      onResponseData(_, chunk) {
        if (!body) chunks.push(chunk)
        else if (!body.push(chunk)) controller?.pause()
      },
      onResponseEnd() {
        hasEnded = true
        onEnd()
        body?.push(null)
      },
      onResponseError(_, error) {
        onEnd()
        fail(error)
      },
    },
  }
}

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** Returns the refusal that the client gets for a failed request. */
export function failureToRefusal(failure: Error): Refusal {
  if (failure instanceof Refusal) return failure
  const code = 'code' in failure ? String(failure.code) : ''
  return new Refusal(TIMEOUT_CODES.has(code) ? 'upstream-timeout' : 'upstream-unavailable')
}

/** Whether the upstream service, and not the client, caused the failure. */
export function isUpstreamFailure({ reason }: Refusal): boolean {
  return reason === 'upstream-unavailable' || reason === 'upstream-timeout'
}
