/** Reports the first failure of an outage, and not every retry. */
export interface OutageLog {
  failed(error: unknown): void
  recovered(): void
  readonly isFailing: boolean
}

/**
 * Creates an outage log.
 *
 * @example
 * const outage = createOutageLog((error) => logger.error(error, 'Redis cannot be reached'))
 * client.on('error', outage.failed)
 * client.on('ready', outage.recovered)
 */
export function createOutageLog(onProblem: (error: unknown) => void): OutageLog {
  let isFailing = false
  return {
    failed(error) {
      if (!isFailing) onProblem(error)
      isFailing = true
    },
    recovered() {
      isFailing = false
    },
    get isFailing() {
      return isFailing
    },
  }
}
