import type { Metrics } from '../../../platform/observability/metrics.ts'
import type { Tracing } from '../../../platform/observability/tracing.ts'
import type { UpstreamCall } from './gateway-call.ts'

/** Creates the function that measures each request to an upstream service. */
export function createUpstreamCalls(
  metrics: Pick<Metrics, 'upstreamRequest'> | undefined,
  tracing: Pick<Tracing, 'startUpstreamRequest'> | undefined,
): (prefix: string) => UpstreamCall {
  return (prefix) => {
    const startedAt = performance.now()
    const span = tracing?.startUpstreamRequest(prefix)
    let hasEnded = false
    return {
      traceparent: span?.traceparent,
      end(result) {
        if (hasEnded) return
        hasEnded = true
        metrics?.upstreamRequest(prefix, result, (performance.now() - startedAt) / 1000)
        span?.end(result)
      },
    }
  }
}
