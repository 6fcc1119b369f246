import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrustedProxies } from '../../../platform/http/call/trusted-proxies.ts'
import { unmapIPv4 } from '../../../platform/network/network.ts'
import type { RequestSpan, Tracing } from '../../../platform/observability/tracing.ts'
import type { AccessEntry } from './access-log.ts'

export type RequestTracing = ReturnType<typeof createRequestTracing>

/** Creates a span for each request. Only a trusted proxy decides which trace a request belongs to. */
export function createRequestTracing(
  tracing: Pick<Tracing, 'startRequest'>,
  trustedProxies: Pick<TrustedProxies, 'includes'>,
) {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()

  const traceparentOf = ({ headers, raw }: FastifyRequest): string | undefined => {
    const { traceparent } = headers
    const isTrusted = () => trustedProxies.includes(unmapIPv4(raw.socket.remoteAddress ?? ''))
    return typeof traceparent === 'string' && isTrusted() ? traceparent : undefined
  }

  return {
    /** Adds the hooks. To be called before all others are added. */
    addTo(app: FastifyInstance): void {
      app.addHook('onRequest', (request, _reply, done) => {
        const span = tracing.startRequest(traceparentOf(request))
        spans.set(request, span)
        span.run(done)
      })
      // The context is lost while a body arrives: its events belong to the connection.
      app.addHook('preValidation', (request, _reply, done) => {
        const span = spans.get(request)
        if (span) span.run(done)
        else done()
      })
    },
    /** Ends the span of a request. */
    end(request: FastifyRequest, entry: AccessEntry, route: string | undefined): void {
      const { method, status, refusal, reqId } = entry
      spans.get(request)?.end({ method, route, status, refusal, requestId: reqId })
      spans.delete(request)
    },
  }
}
