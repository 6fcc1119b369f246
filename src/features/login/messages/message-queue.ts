import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createConcurrencyLimit } from '../../../platform/runtime/concurrency-limit.ts'

const START_DELAY_MS = 50
const MAX_DRAIN_MS = 3000

export type MessageQueue = ReturnType<typeof createMessageQueue>

interface MessageQueueOptions {
  readonly concurrency: number
  readonly maxWaiting: number
  /** How long each piece of work may take before it is aborted. */
  readonly timeoutMs: number
  /** How long `close` waits before it aborts what is left. */
  readonly drainMs: number
  /** Called if work fails. */
  readonly onProblem: (error: unknown) => void
}

/**
 * Creates the queue of messages to be sent. A request gets its response before its message is sent: the response and its time
 * are the same whether there is something to send or not.
 */
export function createMessageQueue(options: MessageQueueOptions) {
  const { concurrency, maxWaiting, timeoutMs, drainMs, onProblem } = options
  const limit = createConcurrencyLimit({ concurrency, maxWaiting: Number.POSITIVE_INFINITY })
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  let isClosed = false

  return {
    /** Runs work in the background. Throws `unavailable` if the queue is full or closed. */
    add(work: (signal: AbortSignal) => Promise<void>): void {
      if (isClosed || running.size >= concurrency + maxWaiting) throw new Refusal('unavailable')
      const run = limit(async () => {
        // The response is sent first. Otherwise its time would depend on what the work finds.
        await delay(START_DELAY_MS)
        if (closing.signal.aborted) return
        await work(AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]))
      })
        .catch(onProblem)
        .finally(() => running.delete(run))
      running.add(run)
    },

    /** Waits for the work in the queue, for a limited time, and then aborts the rest. */
    async close(): Promise<void> {
      isClosed = true
      const timer = new AbortController()
      const timeout = delay(drainMs, undefined, { signal: timer.signal }).then(
        () => closing.abort(),
        () => {},
      )
      const drained = Promise.all(running)
      await Promise.race([drained, timeout])
      timer.abort()
      // Aborted work ends quickly. A sender that ignores the signal must not keep the process from ending.
      await Promise.race([drained, delay(1000, undefined, { ref: false })])
    },
  }
}

/** Returns how long a shutdown waits for the queue. Other parts are closed after it, within the same time limit. */
export function drainMsOf(shutdownSeconds: number): number {
  return Math.min(MAX_DRAIN_MS, (shutdownSeconds * 1000) / 4)
}
