import cluster from 'node:cluster'
import { loadSettingsOf } from '../../core/settings/command-settings.ts'
import { secretsInFlags } from '../../core/settings/environment-and-flags.ts'
import { withSettingInErrors } from '../../core/settings/setting-in-errors.ts'
import { observeProcesses } from '../../features/monitoring/metrics/publish-metrics.ts'
import type { Settings } from '../../features/settings.ts'
import { type CommonOptions, describeSecretInFlag } from '../../platform/cli/context/command-options.ts'
import { coloursFor } from '../../platform/cli/output/colour.ts'
import { createLog, type Log } from '../../platform/observability/log.ts'
import { createReadableFormat } from '../../platform/observability/log-line.ts'
import type { ProcessObserver } from '../../platform/runtime/process-observer.ts'
import { createStartOutput } from './start-output.ts'

export interface ServeOptions extends CommonOptions {
  readonly processes: number
}

const STANDARD_ERROR = 2

/** Serves until a signal: in this process, or in several that share the port. */
export async function serve(options: ServeOptions, version: string): Promise<void> {
  const loaded = await loadSettingsOf(options, { mustBeComplete: true })
  const { settings, warning } = loaded
  const { format } = settings.logger
  const isReadable = format === 'auto' ? process.stderr.isTTY === true : format === 'pretty'
  const log = createLog({
    level: settings.logger.level,
    fileDescriptor: STANDARD_ERROR,
    ...(isReadable ? { format: createReadableFormat(coloursFor(process.stderr)) } : {}),
  })
  // On a terminal, the last lines of a start are for people and contain the address.
  const logsAddress = !(isReadable && process.stdout.isTTY && !options.json)
  process.on('uncaughtExceptionMonitor', (error) => log.fatal(error, 'uncaught error, this process exits'))
  // Without a listener, a closed pipe at standard output would end the service.
  process.stdout.on('error', (error) => log.logger.warn(error, 'standard output cannot be written'))

  if (cluster.isWorker) {
    const { startService } = await import('./start-service.ts')
    const { sendToParent } = await import('./processes.ts')
    const onFirstAdmin = (password: string) => sendToParent({ castellan: 'first-admin', password })
    const started = await withSettingInErrors(loaded, () =>
      startService({ settings, log, logsAddress, onFirstAdmin }),
    )
    await sendToParent({ castellan: 'started', ...started })
    return
  }

  if (warning !== undefined) log.logger.warn(warning)
  for (const key of secretsInFlags(options.set)) log.logger.warn(describeSecretInFlag(key))
  const output = createStartOutput(loaded, version, options.json === true)
  process.stdout.once('error', output.outputFailed)
  process.once('exit', output.startFailed)
  if (options.processes > 1) {
    const { runProcesses } = await import('./processes.ts')
    const observers = await openObservers(settings, log)
    await runProcesses({
      count: options.processes,
      observers,
      output,
      onProcessEnded: (text) => log.logger.error(text),
    })
    for (const { close } of observers) await close()
    return
  }
  const { startService } = await import('./start-service.ts')
  try {
    const onFirstAdmin = async (password: string): Promise<void> => output.firstAdmin(password)
    const start = () => startService({ settings, log, logsAddress, onFirstAdmin })
    output.started(await withSettingInErrors(loaded, start))
  } catch (error) {
    output.startFailed()
    // The error is printed last: it is what the operator has to read.
    await log.flush()
    throw error
  }
}

/** Opens what follows the child processes. */
async function openObservers(settings: Settings, log: Log): Promise<readonly ProcessObserver[]> {
  return [
    // One line per feature.
    ...(await observeProcesses(settings, log)),
  ]
}
