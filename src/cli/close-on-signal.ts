import type { FastifyBaseLogger } from 'fastify'

export interface CloseOptions {
  readonly close: () => Promise<void>
  readonly shutdownSeconds: number
  readonly logger: FastifyBaseLogger
}

/** Lets the requests under way finish, then ends the process; a second signal ends it at once. */
export function closeOnSignal({ close, shutdownSeconds, logger }: CloseOptions): void {
  let closing = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (closing) process.exit(1)
    closing = true
    logger.info(`${signal}: closing`)
    setTimeout(() => {
      logger.error(`requests were still under way after ${shutdownSeconds} s`)
      process.exit(1)
    }, shutdownSeconds * 1000).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
