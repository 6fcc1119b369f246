/** Nothing asked of a database server may hang. */
export interface TimeLimits {
  /** For a new connection, and for one of the pool to become free. */
  readonly connectMilliseconds: number
  /** For one statement, as the server counts. */
  readonly statementMilliseconds: number
  /** For a transaction that does nothing: a process that was stopped must not keep its locks. */
  readonly idleTransactionMilliseconds: number
}

export const SERVING_LIMITS: TimeLimits = {
  connectMilliseconds: 5_000,
  statementMilliseconds: 10_000,
  idleTransactionMilliseconds: 5_000,
}

/** A new index on a large table takes its time, and so does waiting for another node that makes it. */
export const MIGRATION_LIMITS: TimeLimits = { ...SERVING_LIMITS, statementMilliseconds: 10 * 60_000 }

/** Where the server does not answer at all it can't count either: so much later the client gives up by itself. */
export const CLIENT_TIMEOUT_MARGIN_MS = 2_000

/** How long closing waits for what is under way. */
export const CLOSE_MILLISECONDS = 5_000

/**
 * What the promise gives, unless that takes too long. Then the failure is `tooLate`'s, and what comes afterwards goes
 * to `late`.
 */
export function within<T>(
  milliseconds: number,
  promise: Promise<T>,
  tooLate: () => Error,
  late: (value: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let over = false
    const timer = setTimeout(() => {
      over = true
      reject(tooLate())
    }, milliseconds)
    promise.then(
      (value) => {
        clearTimeout(timer)
        if (over) late(value)
        else resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
