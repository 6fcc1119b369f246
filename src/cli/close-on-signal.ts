import type { FastifyBaseLogger } from 'fastify'

export interface CloseOptions {
  readonly close: () => Promise<void>
  readonly shutdownSeconds: number
  readonly logger: FastifyBaseLogger
}

const SAME_SIGNAL_MILLISECONDS = 1000

/** Lets the requests under way finish, then ends the process; a second signal ends it at once. */
export function closeOnSignal({ close, shutdownSeconds, logger }: CloseOptions): void {
  let closing = false
  let closingSince = 0
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (closing) {
      // Ctrl-C reaches every process of the group, and is passed on by the one that started them: that is one signal.
      if (performance.now() - closingSince > SAME_SIGNAL_MILLISECONDS) process.exit(1)
      return
    }
    closing = true
    closingSince = performance.now()
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
