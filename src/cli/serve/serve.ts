import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import type { Settings } from '../../settings/declarations/declarations.ts'
import { type CommonOptions, describeSecretInFlag, withCommonOptions } from '../context/command-options.ts'
import { loadSettingsOf } from '../context/command-settings.ts'
import { addNote } from '../help/help.ts'
import { coloursFor } from '../output/colour.ts'
import type { Log } from './log.ts'

interface ServeOptions extends CommonOptions {
  readonly processes: number
}

const STANDARD_ERROR = 2
const MAX_PROCESSES = 256

export function addServeCommand(program: Command, version: string): void {
  const command = withCommonOptions(program.command('serve'))
  addNote(
    command,
    'The first start creates the user "admin". Its password is taken from CASTELLAN_ADMIN_PASSWORD, or generated and printed once; outside dev mode, a generated password has to be changed at the first login.',
  )
  command
    .description('start the service')
    .option(
      '--processes <n>',
      'number of processes that share the port; "auto" starts one per core',
      parseProcessCount,
      1,
    )
    .action((options: ServeOptions) => serve(options, version))
}

function parseProcessCount(text: string): number {
  const count = text === 'auto' ? availableParallelism() : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_PROCESSES) return count
  throw new InvalidArgumentError(
    `--processes must be a number from 1 to ${MAX_PROCESSES}, or "auto" for one process per core`,
  )
}

async function serve(options: ServeOptions, version: string): Promise<void> {
  // Imported here because the other commands start faster without the HTTP server.
  const [
    { createLog },
    { createReadableFormat },
    { withSettingInErrors },
    { secretsInFlags },
    { createStartOutput },
  ] = await Promise.all([
    import('./log.ts'),
    import('./log-line.ts'),
    import('../context/setting-in-errors.ts'),
    import('../../settings/environment-and-flags.ts'),
    import('./start-output.ts'),
  ])
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
    const metrics = settings.metrics.enabled ? await openProcessMetrics(settings, log) : undefined
    await runProcesses({
      count: options.processes,
      metrics,
      output,
      onProcessEnded: (text) => log.logger.error(text),
    })
    await metrics?.close()
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

/** Serves the metrics of all processes. */
async function openProcessMetrics(settings: Settings, log: Log) {
  const [{ createProcessMetrics }, { serveMetrics }] = await Promise.all([
    import('../../observability/metrics/process-metrics.ts'),
    import('./listen.ts'),
  ])
  const { add, remove, text } = createProcessMetrics()
  const { close } = await serveMetrics(settings.metrics, text, log)
  return { add, remove, close }
}
