import type { FastifyBaseLogger } from 'fastify'

/** Creates what logs events that do not belong to a request. */
export function createReporter(given: FastifyBaseLogger | undefined) {
  let logger = given
  return {
    problem: (error: unknown, text: string): void => logger?.error({ err: error }, text),
    warn: (text: string): void => logger?.warn(text),
    /** Sets the log, unless one was passed to `createReporter`. */
    adopt(other: FastifyBaseLogger): void {
      logger ??= other
    },
  }
}
