import cluster from 'node:cluster'
import type { Settings } from '../../features/settings.ts'
import { createParentProcessStore } from '../../platform/cluster/short-lived/parent-process-store.ts'
import { listen } from '../../platform/http/listen.ts'
import type { Log } from '../../platform/observability/log.ts'
import { createCloseStack } from '../../platform/runtime/close-stack.ts'
import { publishers } from '../features.ts'
import { createStandaloneService } from '../service.ts'
import type { StartedService } from './start-output.ts'

interface StartOptions {
  readonly settings: Settings
  readonly log: Log
  readonly logsAddress: boolean
  /** Called before the service listens, with the password that was generated for the first admin. */
  readonly onFirstAdmin: (password: string) => Promise<void>
}

/** Starts the service in this process. SIGTERM and SIGINT shut it down. All log lines of the start have been written. */
export async function startService(options: StartOptions): Promise<StartedService> {
  const { settings, log, logsAddress, onFirstAdmin } = options
  const { shutdownSeconds } = settings.application
  const { logger } = log
  const sharesStore = cluster.isWorker && settings.redis.url === ''
  const { app, metrics, servesConsole, generatedAdminPassword } = await createStandaloneService(settings, {
    logger,
    ...(sharesStore ? { shortLivedStore: createParentProcessStore(process) } : {}),
  })
  if (generatedAdminPassword !== undefined) await onFirstAdmin(generatedAdminPassword)
  const closing = createCloseStack()
  closing.add(() => app.close())
  try {
    for (const publish of publishers) closing.add(await publish({ settings, log, metrics }))
    const address = await listen('application', settings.application, (where) => app.listen(where))
    if (logsAddress) logger.info(`listening on ${address}`)
    closeOnSignal(closing.close, shutdownSeconds, log)
    await log.flush()
    return { address, servesConsole }
  } catch (error) {
    await closing.close()
    throw error
  }
}

const DUPLICATE_SIGNAL_MS = 1000

/** Finishes the open requests and exits. A second signal exits immediately. */
function closeOnSignal(close: () => Promise<void>, shutdownSeconds: number, log: Log): void {
  let closingSince: number | undefined
  const exit = async (code: number): Promise<void> => {
    await log.close()
    process.exit(code)
  }
  const shutDown = async (signal: NodeJS.Signals): Promise<void> => {
    if (closingSince !== undefined) {
      // With several processes, Ctrl-C arrives twice: from the terminal and from the parent process.
      if (performance.now() - closingSince > DUPLICATE_SIGNAL_MS) await exit(1)
      return
    }
    closingSince = performance.now()
    log.logger.info(`${signal} received, closing`)
    setTimeout(() => {
      log.logger.error(`exiting: some requests did not finish within ${shutdownSeconds} s`)
      void exit(1)
    }, shutdownSeconds * 1000).unref()
    await close()
    await exit(0)
  }
  process.on('SIGTERM', (signal) => void shutDown(signal))
  process.on('SIGINT', (signal) => void shutDown(signal))
}
