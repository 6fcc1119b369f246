import type { FastifyBaseLogger } from 'fastify'

/** Where what happens outside a request is told. */
export interface Reporter {
  problem(error: unknown, text: string): void
  warn(text: string): void
  /** Tells it to this log, unless another was given from the beginning. */
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
