import { MINUTE_IN_MS } from '../runtime/time-units.ts'

/** The time limits of everything that waits for a database. */
export interface TimeLimits {
  /** For a new connection, for a free connection of the pool, and for the write lock of an embedded database. */
  readonly connectMilliseconds: number
  /** For one statement, measured by the server. */
  readonly statementMilliseconds: number
  /** For an idle transaction: a stopped process must not hold its locks. */
  readonly idleTransactionMilliseconds: number
}

export const SERVING_LIMITS: TimeLimits = {
  connectMilliseconds: 5_000,
  statementMilliseconds: 10_000,
  idleTransactionMilliseconds: 5_000,
}

/** Creating an index on a large table takes minutes, and so does waiting for another node that creates it. */
export const MIGRATION_LIMITS: TimeLimits = { ...SERVING_LIMITS, statementMilliseconds: 10 * MINUTE_IN_MS }

/** The client times out this much later than the server, for a server that does not respond at all. */
export const CLIENT_TIMEOUT_MARGIN_MS = 2_000

/** How long closing waits for running statements. */
export const CLOSE_MILLISECONDS = 5_000

/** Returns the value of a promise, or rejects with `timeoutError` after a time limit. A value that arrives later goes to `onLate`. */
export async function within<T>(
  milliseconds: number,
  promise: Promise<T>,
  timeoutError: () => Error,
  onLate: (value: T) => void = () => {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      promise.then(onLate, () => {})
      reject(timeoutError())
    }, milliseconds)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
