import { NO_SCOPE_REASONS } from '../../../core/data-scope/resolve-scope.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { RefusedCall } from '../../../platform/http/call/refused-call.ts'
import type { Metrics } from '../../../platform/observability/metrics.ts'
import type { MetricSources } from './metrics.ts'
import { publishMetrics } from './publish-metrics.ts'

interface Parts
  extends Pick<ServiceContext, 'settings' | 'isStandalone' | 'closing'>,
    Pick<MetricSources, 'health' | 'passwordHashes' | 'droppedRefusals' | 'droppedUsage'> {
  readonly loginLogState: MetricSources['loginLog']
  readonly replacements: { readonly credentialVerifier?: unknown }
  readonly storage: {
    readonly changeFeed: { readonly version: number; ageSeconds(): number }
    readonly policy: { current(): { readonly size: number } }
  }
  readonly refused: readonly ((call: RefusedCall) => void)[]
}

export const metricsFeature = {
  async observe(parts: Parts) {
    const { storage, refused } = parts
    const created = await createMetrics(parts, {
      health: parts.health,
      passwordHashes: parts.passwordHashes,
      loginLog: parts.loginLogState,
      droppedRefusals: parts.droppedRefusals,
      droppedUsage: parts.droppedUsage,
      policyVersion: () => storage.changeFeed.version,
      policyAgeSeconds: storage.changeFeed.ageSeconds,
      policyRules: () => storage.policy.current().size,
    })
    const counted = created ? [({ reason }: RefusedCall) => created.refusal(reason)] : []
    return { metrics: created, refused: [...refused, ...counted] }
  },
  publish: publishMetrics,
}

/** Creates the metrics; undefined if they are not enabled. */
async function createMetrics(
  { settings, replacements, isStandalone, closing }: Parts,
  sources: MetricSources,
): Promise<Metrics | undefined> {
  if (!settings.metrics.enabled) return undefined
  // Imported here because a service without metrics starts faster without the library.
  const module = await import('./metrics.ts')
  const created = module.createMetrics({
    loginMethod: replacements.credentialVerifier ? 'custom' : 'password',
    processMetrics: isStandalone,
    emptyScopeReasons: NO_SCOPE_REASONS,
    sources,
  })
  closing.add(created.close)
  return created
}
