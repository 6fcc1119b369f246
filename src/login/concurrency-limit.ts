import { Refusal } from '../refusal.ts'

/** Lets so many do their work at once; the others wait for their turn. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

export interface ConcurrencyLimitOptions {
  readonly concurrency: number
  /** How many may wait. One more is refused: its caller would have given up before its turn. */
  readonly maxWaiting: number
}

export function createConcurrencyLimit({
  concurrency,
  maxWaiting,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running < concurrency) running++
    else if (waiting.length >= maxWaiting) throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, not freed and taken: nobody can slip in between.
      if (next) next()
      else running--
    }
  }
}
