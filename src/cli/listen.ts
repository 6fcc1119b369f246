import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { AccessLog } from '../http/access-entry.ts'
import { createStandaloneService } from '../service.ts'
import type { Settings } from '../settings/declarations.ts'
import { createParentProcessStore } from '../short-lived/parent-process-store.ts'
import { closeOnSignal } from './close-on-signal.ts'
import { keepTickShape } from './tick-shape.ts'

/** Starts the service in this process, and sees to it that a signal ends it in order. */
export async function listen(
  settings: Settings,
  logger: Logger,
  accessLog: AccessLog,
): Promise<{ address: string; adminPassword: string | null }> {
  const { host, port, shutdownSeconds } = settings.application
  keepTickShape()
  const shared = cluster.isWorker && settings.redis.url === ''
  const service = await createStandaloneService(settings, {
    logger,
    accessLog,
    ...(shared ? { shortLivedStore: createParentProcessStore(process) } : {}),
  })
  try {
    const address = await service.app.listen({ host, port })
    logger.info(`listening on ${address}`)
    const adminPassword = (await service.createFirstAdmin()) ?? null
    closeOnSignal({ close: () => service.app.close(), shutdownSeconds, logger })
    return { address, adminPassword }
  } catch (error) {
    await service.app.close()
    throw listenProblem(error, host, port)
  }
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
