import cluster from 'node:cluster'
import { listen } from '../../../platform/http/listen.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Metrics, MetricsText } from '../../../platform/observability/metrics.ts'
import type { ProcessObserver } from '../../../platform/runtime/process-observer.ts'
import type { Settings } from '../../settings.ts'

interface PublishOptions {
  readonly settings: Pick<Settings, 'metrics'>
  readonly log: Log
  readonly metrics: Metrics | undefined
}

/** Serves the metrics, or sends them to the parent process, which serves those of all processes. Returns how to stop it. */
export async function publishMetrics({
  settings,
  log,
  metrics,
}: PublishOptions): Promise<() => Promise<void>> {
  if (!metrics) return async () => {}
  if (cluster.isWorker) {
    const { sendMetricsToParent } = await import('./process-metrics.ts')
    sendMetricsToParent(metrics, process)
    return async () => {}
  }
  return serveMetrics(settings.metrics, metrics.text, log)
}

/** Serves the metrics of all processes, in their parent process. */
export async function observeProcesses(
  settings: Pick<Settings, 'metrics'>,
  log: Log,
): Promise<readonly ProcessObserver[]> {
  if (!settings.metrics.enabled) return []
  // Imported here because a service without metrics starts faster without the library.
  const { createProcessMetrics } = await import('./process-metrics.ts')
  const { add, remove, text } = createProcessMetrics()
  return [{ add, remove, close: await serveMetrics(settings.metrics, text, log) }]
}

/** Opens the listener for metrics and logs its address. Returns how to close it. */
async function serveMetrics(
  settings: Settings['metrics'],
  metrics: () => Promise<MetricsText>,
  { logger }: Pick<Log, 'logger'>,
): Promise<() => Promise<void>> {
  const { openMetricsListener } = await import('./metrics-listener.ts')
  const onProblem = (error: unknown): void => logger.error({ err: error }, 'the metrics could not be served')
  const listener = await listen('metrics', settings, (address) =>
    openMetricsListener({ ...address, metrics, onProblem }),
  )
  logger.info(`metrics are at ${listener.url}`)
  return listener.close
}
