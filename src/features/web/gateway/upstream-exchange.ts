import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { Refusal } from '../../../platform/refusal/refusal.ts'
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
  fail(failure: Error): void
  /** Ends the request because the client has disconnected. `onFailure` is not called. */
  cancel(): void
}

const MAX_INFORMATIONAL_RESPONSES = 10

interface ExchangeOptions {
  readonly request: UpstreamRequest
  readonly responseTimeoutMs: number
  /** Called when the connection is free again. */
  readonly onEnd: () => void
  /** Called when the request has failed or was cancelled, so that it need not be sent any more. */
  readonly onStop: () => void
}

interface Exchange extends SentRequest {
  readonly handler: Dispatcher.DispatchHandler
}

/** Creates the handler of one request and its response. */
export function createExchange({ request, responseTimeoutMs, onEnd, onStop }: ExchangeOptions): Exchange {
  let controller: Dispatcher.DispatchController | undefined
  let timer: NodeJS.Timeout | undefined
  let failure: Error | undefined
  let informational = 0
  /** What arrives before the response is forwarded. */
  const chunks: Buffer[] = []
  let body: Readable | undefined
  let hasResponse = false
  let hasEnded = false

  const stopTimeout = (): void => clearTimeout(timer)
  const restartTimeout = (): void => {
    stopTimeout()
    if (hasResponse || failure) return
    timer = setTimeout(() => abort(new Refusal('upstream-timeout')), responseTimeoutMs)
  }
  const fail = (error: Error): void => {
    if (failure || (hasEnded && !body)) return
    failure = error
    stopTimeout()
    onStop()
    if (body) body.destroy(error)
    else request.onFailure(error)
  }
  const abort = (error: Error): void => {
    if (failure || hasEnded) return
    fail(error)
    controller?.abort(error)
  }
  const cancel = (): void => {
    if (failure || hasEnded) return
    failure = new Error('the client disconnected')
    stopTimeout()
    onStop()
    body?.destroy(failure)
    controller?.abort(failure)
  }
  const forwardResponse = (status: number, headers: ParsedHeaders): void => {
    if (failure) return
    if (hasEnded) {
      request.onResponse({ status, headers, body: Buffer.concat(chunks) })
      return
    }
    const stream = new Readable({
      read: () => controller?.resume(),
      destroy(error, done) {
        cancel()
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
    fail: abort,
    cancel,
    handler: {
      onRequestStart(started) {
        controller = started
        if (failure) started.abort(failure)
        else request.onSent({ restartTimeout, stopTimeout, fail: abort, cancel })
      },
      onResponseStart(_, status, headers) {
        if (status < 200) {
          if (++informational > MAX_INFORMATIONAL_RESPONSES)
            abort(new Error('too many informational responses'))
          return
        }
        hasResponse = true
        stopTimeout()
        // Such a response has no body, whatever length it states.
        if (status === 204 || status === 304) hasEnded = true
        // By then the parser has read all bytes that have arrived: small responses need no stream, and an error in the
        // same packet still becomes a clean response.
        process.nextTick(forwardResponse, status, headers)
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
