import { readFileSync } from 'node:fs'
import type { CloseStack } from '../close-stack.ts'
import type { UpstreamCall } from '../gateway/upstream-call.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Reporter } from '../reporter.ts'
import type { Settings } from '../settings/declarations.ts'
import type { Tracing } from '../tracing/tracing.ts'

export interface TracingPartsOptions {
  readonly settings: Settings
  readonly closing: CloseStack
  readonly reporter: Reporter
}

/** Starts the recording of traces; undefined if there is no endpoint for them. */
export async function createTracingParts(options: TracingPartsOptions): Promise<Tracing | undefined> {
  const { settings, closing, reporter } = options
  const { endpoint, sampleRatio } = settings.tracing
  if (endpoint === '') return undefined
  // Imported here because a service without traces starts faster without the library.
  const { openTracing } = await import('../tracing/open-tracing.ts')
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const tracing = openTracing({
    endpoint,
    sampleRatio,
    version,
    onProblem: (error) => reporter.problem(error, 'traces cannot be sent; they are discarded'),
  })
  closing.add(tracing.close)
  return tracing
}

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
