import cluster from 'node:cluster'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { processCountOf } from './process-count.ts'
import { version } from './version.ts'

const STANDARD_ERROR = 2

interface ServeOptions extends CommonOptions {
  readonly processes: string
}

/** What a start says of itself. */
interface Started {
  readonly version: string
  readonly address: string
  readonly mode: string
  readonly settingsFile: string | null
  readonly dataDir: string
  readonly adminPassword: string | null
}

export function addServeCommand(program: Command): void {
  withCommonOptions(program.command('serve'))
    .description('start the service')
    .option('--processes <n>', 'how many processes share the port; "auto" is one a core', '1')
    .addHelpText('after', '\nThe first start makes the user "admin" and prints its password once.')
    .action(serve)
}

async function serve(options: ServeOptions): Promise<void> {
  // Loaded here: the other commands start faster without the HTTP server.
  const [{ pino }, { createAccessLines }, { createLogOutput }, { createLogTarget }, { loadSettings }] =
    await Promise.all([
      import('pino'),
      import('./access-lines.ts'),
      import('./log-output.ts'),
      import('./log-target.ts'),
      import('../settings/load-settings.ts'),
    ])
  const { settings, file, warning } = loadSettings({
    file: options.config,
    env: process.env,
    flags: options.set,
    cwd: process.cwd(),
  })
  const output = createLogOutput(createLogTarget(STANDARD_ERROR))
  process.on('exit', output.flushSync)
  const logger = pino({ level: settings.logger.level }, output)
  // Nobody knows what an unforeseen error leaves behind: the process ends by it, but not without a line in the log.
  process.on('uncaughtExceptionMonitor', (error) => logger.fatal(error, 'this process ends by a fault'))
  const { mode, dataDir } = settings.application
  const onStarted = (started: { address: string; adminPassword: string | null }): void => {
    const settingsFile = file ?? null
    print({ version, mode, settingsFile, dataDir: resolve(dataDir), ...started }, options.json)
  }

  const count = processCountOf(options.processes)
  if (warning !== undefined && !cluster.isWorker) logger.warn(warning)
  if (count === 1 || cluster.isWorker) {
    const { listen } = await import('./listen.ts')
    const started = await listen(settings, logger, createAccessLines(logger, output.write))
    if (cluster.isWorker) process.send?.({ castellan: 'started', ...started })
    else onStarted(started)
    return
  }
  const { runProcesses } = await import('./processes.ts')
  await runProcesses({
    count,
    maxPendingCaptchas: settings.captcha.maxPending,
    onStarted,
    onProblem: (text) => logger.error(text),
  })
}

function print(started: Started, asJson: boolean | undefined): void {
  if (asJson) console.log(JSON.stringify(started))
  else for (const line of linesOf(started)) console.log(line)
}

function linesOf(started: Started): string[] {
  const lines = [
    `Castellan ${started.version} listens on ${started.address} (mode ${started.mode})`,
    `Settings: ${started.settingsFile ?? 'defaults (there is no settings.yml in this folder)'}`,
    `Data: ${started.dataDir}`,
  ]
  if (started.adminPassword === null) return lines
  return [
    ...lines,
    `First start: log in as "admin" with the password ${started.adminPassword} (shown only this once)`,
  ]
}
