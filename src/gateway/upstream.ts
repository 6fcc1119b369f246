import { Pool } from 'undici'
import type { UpstreamSettings } from '../settings/upstream.ts'
import { MAX_HEADER_BYTES } from './response-headers.ts'
import { createExchange, type SentRequest, type UpstreamRequest } from './upstream-exchange.ts'

/** The connections to one upstream service. */
export interface Upstream {
  send(request: UpstreamRequest): SentRequest
  close(): Promise<void>
}

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
        request.onFailure(new Error(`maxConnections and maxQueued are reached (${open} requests)`))
        return { restartTimeout() {}, stopTimeout() {}, fail() {}, cancel() {} }
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
