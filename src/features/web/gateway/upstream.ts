import { Pool } from 'undici'
import { MAX_HEADER_BYTES } from './response-headers.ts'
import { createExchange, type SentRequest, type UpstreamRequest } from './upstream-exchange.ts'
import type { UpstreamSettings } from './upstream-settings.ts'

/** How many requests wait for a connection. Further ones are refused. */
const MAX_QUEUED = 100
const CONNECT_TIMEOUT_MS = 5000

export type Upstream = ReturnType<typeof createUpstream>

/** Creates the connections to an upstream service. Requests are never retried. */
export function createUpstream(settings: UpstreamSettings, { maxQueued = MAX_QUEUED } = {}) {
  const { maxConnections } = settings
  const responseTimeoutMs = settings.responseTimeoutSeconds * 1000
  const pool = new Pool(settings.url, {
    connections: maxConnections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // This limit starts again with every informational response, and does not count the time in the queue.
    headersTimeout: 0,
    bodyTimeout: settings.idleTimeoutSeconds * 1000,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  let active = 0
  /** In order of arrival. The pool has a queue too, but a request whose client has left would keep its place there. */
  const waiting = new Set<() => void>()

  const startNext = (): void => {
    const [start] = waiting
    if (!start || active >= maxConnections) return
    waiting.delete(start)
    start()
  }

  return {
    send(request: UpstreamRequest): SentRequest {
      if (active >= maxConnections && waiting.size >= maxQueued) {
        const count = active + waiting.size
        request.onFailure(new Error(`maxConnections and the queue are full (${count} requests)`))
        return { restartTimeout() {}, stopTimeout() {}, fail() {}, cancel() {} }
      }
      const start = (): void => {
        active++
        const { method, target: path, headers, body } = request
        pool.dispatch({ method, path, headers, body }, exchange.handler)
      }
      const exchange = createExchange({
        request,
        responseTimeoutMs,
        onEnd() {
          active--
          startNext()
        },
        onStop: () => waiting.delete(start),
      })
      waiting.add(start)
      startNext()
      return exchange
    },
    close: (): Promise<void> => pool.destroy(),
  }
}
