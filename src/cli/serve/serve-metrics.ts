import type { MetricsText } from '../../observability/metrics/metrics.ts'
import { type MetricsListener, openMetricsListener } from '../../observability/metrics/metrics-listener.ts'
import type { Settings } from '../../settings/declarations/declarations.ts'
import type { Log } from '../commands/logs/log.ts'
import { listen } from './listen.ts'

/** Opens the listener for metrics and logs its address. */
export async function serveMetrics(
  settings: Settings['metrics'],
  metrics: () => Promise<MetricsText>,
  { logger }: Pick<Log, 'logger'>,
): Promise<MetricsListener> {
  const onProblem = (error: unknown): void => logger.error({ err: error }, 'the metrics could not be served')
  const listener = await listen('metrics', settings, (address) =>
    openMetricsListener({ ...address, metrics, onProblem }),
  )
  logger.info(`metrics are at ${listener.url}`)
  return listener
}
