import type { FastifyBaseLogger } from 'fastify'

/** Logs events that do not belong to a request. */
export interface Reporter {
  problem(error: unknown, text: string): void
  warn(text: string): void
  /** Sets the log, unless one was passed to `createReporter`. */
  adopt(logger: FastifyBaseLogger): void
}

export function createReporter(given: FastifyBaseLogger | undefined): Reporter {
  let logger = given
  return {
    problem: (error, text) => logger?.error({ err: error }, text),
    warn: (text) => logger?.warn(text),
    adopt(other) {
      logger ??= other
    },
  }
}
