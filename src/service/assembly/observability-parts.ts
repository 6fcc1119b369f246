import type { Keys } from '../../authentication/token/keys.ts'
import { createRefusalRecorder, type RefusalRecorder } from '../../authorization/explain/refusal-recorder.ts'
import { combineObservers, type OnRefusal, type RefusedCall } from '../../authorization/guard/refused-call.ts'
import { createUsageRecorder, type UsageRecorder } from '../../authorization/usage/usage-recorder.ts'
import type { CloseStack } from '../../foundation/runtime/close-stack.ts'
import { counted } from '../../foundation/text/counted.ts'
import type { LoginLog } from '../../logs/login-log/login-log.ts'
import type { MetricSources, Metrics } from '../../observability/metrics/metrics.ts'
import type { EventStreams } from '../../server/api/administration/event-streams.ts'
import type { Check } from '../../server/http/steps/check.ts'
import { createOpenCalls } from '../../server/http/steps/open-calls.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Reporter } from '../reporter.ts'
import type { Storage } from '../storage.ts'
import { startEvents } from './event-parts.ts'
import { createMetricsParts } from './metrics-parts.ts'

export interface ObservabilityPartsOptions {
  readonly settings: Settings
  readonly isStandalone: boolean
  readonly loginMethod: 'password' | 'custom'
  readonly storage: Storage
  readonly keys: Keys
  readonly hashLoad: MetricSources['passwordHashes']
  readonly loginLog: LoginLog
  readonly health: MetricSources['health']
  /** Checks the request of an open event stream again. */
  readonly checkAgain: Check
  readonly now: () => number
  readonly closing: CloseStack
  readonly reporter: Reporter
}

export interface ObservabilityParts {
  /** Undefined if metrics are not enabled. */
  readonly metrics: Metrics | undefined
  readonly refusalRecorder: RefusalRecorder
  /** Called for every refused request. */
  readonly onRefusal: OnRefusal
  readonly usageRecorder: UsageRecorder
  readonly eventStreams: EventStreams
  /** Ends the event streams, for which a shutdown would wait. */
  endEventStreams(): void
}

/** Creates what records the work of the service: metrics, refused requests, the usage of permissions, and events. */
export async function createObservabilityParts(
  options: ObservabilityPartsOptions,
): Promise<ObservabilityParts> {
  const { settings, isStandalone, loginMethod, storage, keys, hashLoad, loginLog, health } = options
  const { checkAgain, now, closing, reporter } = options
  const metrics = await createMetricsParts({
    settings,
    isStandalone,
    loginMethod,
    storage,
    hashLoad,
    loginLog,
    droppedRefusals: () => refusalRecorder.dropped,
    droppedUsage: () => usageRecorder.dropped,
    health,
    closing,
  })
  const refusalRecorder = createRefusalRecorder({
    store: storage.refusals,
    keepMinutes: settings.explain.keepMinutes,
    now,
    onProblem: (error) => reporter.problem(error, 'refused requests cannot be stored'),
    onDropped: (count) =>
      reporter.warn(`${counted(count, 'refused request')} arrived too fast to be stored for policy explain`),
  })
  closing.add(refusalRecorder.close)
  const onRefusal = combineObservers(
    [refusalRecorder.record, ...(metrics ? [({ reason }: RefusedCall) => metrics.refusal(reason)] : [])],
    (fault) => reporter.problem(fault, 'a refused request could not be observed'),
  )
  const openCalls = createOpenCalls()
  closing.add(async () => openCalls.close())
  const eventStreams = startEvents({
    settings,
    storage,
    keys,
    openCalls,
    checkAgain,
    now,
    closing,
    reporter,
  })
  const usageRecorder = createUsageRecorder({
    store: storage.usage,
    enabled: settings.usage.keepDays > 0,
    now,
    onProblem: (error) => reporter.problem(error, 'the usage of permissions cannot be stored'),
  })
  closing.add(usageRecorder.close)
  return {
    metrics,
    refusalRecorder,
    onRefusal,
    usageRecorder,
    eventStreams,
    endEventStreams: openCalls.endUnbounded,
  }
}
