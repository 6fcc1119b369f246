import { NO_SCOPE_REASONS } from '../core/data-scope/resolve-scope.ts'
import type { CallSource, PermissionDecision } from '../core/permission/permission.ts'
import type { MetricSources, Metrics } from '../features/monitoring/metrics/metrics.ts'
import { createRefusalRecorder } from '../features/policy/explain/refusal-recorder.ts'
import { createLastUseRecorder } from '../features/policy/usage/last-use-recorder.ts'
import { createUsageRecorder } from '../features/policy/usage/usage-recorder.ts'
import type { UpstreamCall } from '../features/web/gateway/gateway-call.ts'
import { combineObservers, type RefusedCall } from '../platform/http/call/refused-call.ts'
import type { Tracing } from '../platform/observability/tracing.ts'
import { counted } from '../platform/text/counted.ts'
import type { Core } from './core.ts'

export type ObservabilityParts = Awaited<ReturnType<typeof createObservabilityParts>>

/** Creates what records the work of the service: refused requests, the usage of permissions, and metrics. */
export async function createObservabilityParts(
  core: Core,
  sources: Pick<MetricSources, 'health' | 'passwordHashes' | 'loginLog'>,
) {
  const { settings, storage, now, closing, reporter } = core
  const refusalRecorder = createRefusalRecorder({
    store: storage.refusals,
    keepMinutes: settings.explain.keepMinutes,
    now,
    onProblem: (error) => reporter.problem(error, 'refused requests cannot be stored'),
    onDropped: (count) =>
      reporter.warn(`${counted(count, 'refused request')} arrived too fast to be stored for policy explain`),
  })
  closing.add(refusalRecorder.close)
  const usageRecorder = createUsageRecorder({
    store: storage.usage,
    enabled: settings.usage.keepDays > 0,
    now,
    onProblem: (error) => reporter.problem(error, 'the usage of permissions cannot be stored'),
  })
  closing.add(usageRecorder.close)
  const lastUse = createLastUseRecorder({
    store: storage.serviceAccounts,
    now,
    onProblem: (error) => reporter.problem(error, 'the last use of service accounts cannot be stored'),
  })
  closing.add(lastUse.close)
  const metrics = await openMetrics(core, {
    ...sources,
    droppedRefusals: () => refusalRecorder.dropped,
    droppedUsage: () => usageRecorder.dropped,
    policyVersion: () => storage.changeFeed.version,
    policyAgeSeconds: storage.changeFeed.ageSeconds,
    policyRules: () => storage.policy.current().size,
  })
  /** Called for every refused request. */
  const onRefusal = combineObservers(
    [refusalRecorder.record, ...(metrics ? [({ reason }: RefusedCall) => metrics.refusal(reason)] : [])],
    (fault) => reporter.problem(fault, 'a refused request could not be observed'),
  )
  /** Called for every decision about a permission. */
  const onDecision = (decision: PermissionDecision, source: CallSource): void => {
    usageRecorder.record(decision)
    lastUse.record(decision, source)
  }
  return {
    metrics,
    refusalRecorder,
    usageRecorder,
    onDecision,
    onRefusal,
    startUpstreamCall: createUpstreamCalls(metrics, core.tracing),
  }
}

/** Creates the metrics; undefined if they are not enabled. */
async function openMetrics({ settings, replacements, isStandalone, closing }: Core, sources: MetricSources) {
  if (!settings.metrics.enabled) return undefined
  // Imported here because a service without metrics starts faster without the library.
  const { createMetrics } = await import('../features/monitoring/metrics/metrics.ts')
  const metrics = createMetrics({
    loginMethod: replacements.credentialVerifier ? 'custom' : 'password',
    processMetrics: isStandalone,
    emptyScopeReasons: NO_SCOPE_REASONS,
    sources,
  })
  closing.add(metrics.close)
  return metrics
}

/** Creates the function that measures each request to an upstream service. */
function createUpstreamCalls(
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
