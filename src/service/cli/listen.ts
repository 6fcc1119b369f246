import type { MetricsText } from '../../features/monitoring/metrics/metrics.ts'
import {
  type MetricsListener,
  openMetricsListener,
} from '../../features/monitoring/metrics/metrics-listener.ts'
import type { Settings } from '../../features/settings.ts'
import type { Log } from '../../platform/observability/log.ts'
import { errorCodeOf } from '../../platform/refusal/error-code.ts'

type ListenAddress = Pick<Settings['metrics'], 'host' | 'port'>

/** Opens a listener. An error says which setting of the group (`application` or `metrics`) to change. */
export async function listen<T>(
  group: 'application' | 'metrics',
  { host, port }: ListenAddress,
  open: (address: ListenAddress) => Promise<T>,
): Promise<T> {
  try {
    return await open({ host, port })
  } catch (error) {
    throw explain(error, group, { host, port })
  }
}

function explain(error: unknown, group: string, { host, port }: ListenAddress): unknown {
  const code = errorCodeOf(error)
  if (code === 'EADDRINUSE') {
    return new Error(
      `port ${port} on ${host} is in use: stop the program that uses it, or add --set ${group}.port=${port + 1}`,
    )
  }
  if (code === 'EACCES') {
    return new Error(`this user may not open port ${port}: set ${group}.port to a port above 1023`)
  }
  if (code === 'EADDRNOTAVAIL') {
    return new Error(`${host} is not an address of this machine: change ${group}.host`)
  }
  return error
}

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
