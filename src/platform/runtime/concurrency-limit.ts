import { Refusal } from '../refusal/refusal.ts'

/** Runs work as soon as fewer than the maximum number of tasks are running. Tasks start in the order of the calls. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>

export interface ConcurrencyLimitOptions {
  readonly concurrency: number
  /** The maximum length of the queue. Further work is refused: its client would time out before it starts. */
  readonly maxWaiting: number
}

export function createConcurrencyLimit({ concurrency, maxWaiting }: ConcurrencyLimitOptions) {
  let running = 0
  const waiting: (() => void)[] = []

  const run: RunLimited = async (work) => {
    if (running < concurrency) running++
    else if (waiting.length >= maxWaiting) throw new Refusal('rate-limited', { retryAfterSeconds: 1 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot is passed to the next task directly, so that a later caller cannot take it first.
      if (next) next()
      else running--
    }
  }
  return Object.assign(run, {
    /** Returns how many tasks run and how many wait. */
    load: () => ({ running, waiting: waiting.length }),
  })
}
