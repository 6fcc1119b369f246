import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type CommonOptions, withCommonOptions } from './command-options.ts'
import { version } from './version.ts'

export function addServeCommand(program: Command): void {
  withCommonOptions(program.command('serve'))
    .description('start the service')
    .addHelpText('after', '\nThe first start makes the user "admin" and prints its password once.')
    .action(serve)
}

async function serve(options: CommonOptions): Promise<void> {
  // Loaded here: the other commands start faster without the HTTP server.
  const [{ pino }, { createStandaloneService }, { loadSettings }, { warningsOf }] = await Promise.all([
    import('pino'),
    import('../service.ts'),
    import('../settings/load-settings.ts'),
    import('../settings/warnings.ts'),
  ])
  const { settings, file } = loadSettings({
    file: options.config,
    env: process.env,
    flags: options.set,
    cwd: process.cwd(),
  })
  const logger = pino({ level: settings.logger.level }, pino.destination(2))
  const service = await createStandaloneService(settings, { logger })
  const { host, port, shutdownSeconds, dataDir, mode } = settings.application
  const address = await service.app.listen({ host, port }).catch(async (error: unknown) => {
    await service.app.close()
    throw listenProblem(error, host, port)
  })
  const closeOnSignal = await import('./close-on-signal.ts')
  closeOnSignal.install({ close: () => service.app.close(), shutdownSeconds, logger })

  const started = {
    version,
    address,
    mode,
    settingsFile: file ?? null,
    dataDir: resolve(dataDir),
    adminPassword: service.generatedAdminPassword ?? null,
  }
  if (options.json) console.log(JSON.stringify(started))
  else for (const line of linesOf(started)) console.log(line)
  for (const warning of warningsOf(settings)) logger.warn(warning)
}

function linesOf(started: {
  version: string
  address: string
  mode: string
  settingsFile: string | null
  dataDir: string
  adminPassword: string | null
}): string[] {
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

function listenProblem(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new Error(
      `port ${port} on ${host} is in use: stop what uses it, or add --set application.port=${port + 1}`,
    )
  }
  if (code === 'EACCES') return new Error(`port ${port} may not be opened by this user: use one above 1023`)
  if (code === 'EADDRNOTAVAIL')
    return new Error(`${host} is no address of this machine: set application.host`)
  return error
}
