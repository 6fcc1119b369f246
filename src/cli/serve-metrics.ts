import type { MetricsText } from '../metrics/metrics.ts'
import { type MetricsListener, openMetricsListener } from '../metrics/metrics-listener.ts'
import type { Settings } from '../settings/declarations.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'

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
