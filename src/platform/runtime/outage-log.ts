export type OutageLog = ReturnType<typeof createOutageLog>

/**
 * Creates a log that reports the first failure of an outage, and not every retry.
 *
 * @example
 * const outage = createOutageLog((error) => logger.error(error, 'Redis cannot be reached'))
 * client.on('error', outage.failed)
 * client.on('ready', outage.recovered)
 */
export function createOutageLog(onProblem: (error: unknown) => void) {
  let isFailing = false
  return {
    failed(error: unknown): void {
      if (!isFailing) onProblem(error)
      isFailing = true
    },
    recovered(): void {
      isFailing = false
    },
    get isFailing(): boolean {
      return isFailing
    },
  }
}
