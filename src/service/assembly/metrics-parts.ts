import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import type { LoginLog } from '../../logs/login-log/login-log.ts'
import type { MetricSources, Metrics } from '../../observability/metrics/metrics.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Storage } from '../storage.ts'

export interface MetricsPartsOptions {
  readonly settings: Settings
  readonly isStandalone: boolean
  readonly loginMethod: 'password' | 'custom'
  readonly storage: Storage
  readonly hashLoad: MetricSources['passwordHashes']
  readonly loginLog: LoginLog
  readonly droppedRefusals: MetricSources['droppedRefusals']
  readonly droppedUsage: MetricSources['droppedUsage']
  readonly health: MetricSources['health']
  readonly closing: CloseStack
}

/** Creates the metrics; undefined if they are not enabled. */
export async function createMetricsParts(options: MetricsPartsOptions): Promise<Metrics | undefined> {
  const { settings, isStandalone, loginMethod, storage, hashLoad, loginLog, health, closing } = options
  const { droppedRefusals, droppedUsage } = options
  if (!settings.metrics.enabled) return undefined
  // Imported here because a service without metrics starts faster without the library.
  const { createMetrics } = await import('../../observability/metrics/metrics.ts')
  const metrics = createMetrics({
    loginMethod,
    processMetrics: isStandalone,
    sources: {
      health,
      passwordHashes: hashLoad,
      loginLog: loginLog.state,
      droppedRefusals,
      droppedUsage,
      policyVersion: () => storage.changeFeed.version,
      policyAgeSeconds: storage.changeFeed.ageSeconds,
      policyRules: () => storage.policy.current().size,
    },
  })
  closing.add(metrics.close)
  return metrics
}
