import { setImmediate } from 'node:timers/promises'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import type { StoreBatch } from './login-log-batch.ts'
import type { Spool } from './spool.ts'

interface LoginLogWriterOptions {
  readonly spool: Spool
  readonly storeBatch: StoreBatch
  /** How long an entry may wait for others to be stored with it. */
  readonly maxDelayMs: number
  readonly minRetryMs: number
  readonly maxRetryMs: number
  onProblem(problem: Error): void
}

const CLOSED = 'The login log is closed.'

interface Flush {
  isDone(): boolean
  resolve(): void
  reject(error: unknown): void
}

/** Moves entries from the spool to the store in the background: one file at a time, in order. */
export function startLoginLogWriter(options: LoginLogWriterOptions) {
  const { spool, storeBatch, maxDelayMs, minRetryMs, maxRetryMs, onProblem } = options
  const flushes = new Set<Flush>()
  let timer: NodeJS.Timeout | undefined
  let isStoring = false
  let isStopped = false
  let failureCount = 0
  const outage = createOutageLog((cause) =>
    onProblem(
      new Error('The login log cannot be stored now. Its entries stay in the spool and are retried.', {
        cause,
      }),
    ),
  )

  async function storeWaiting(): Promise<void> {
    do {
      const entries = await spool.readOldest()
      if (entries.length === 0) return
      await storeBatch(entries, failureCount)
      failureCount = 0
      outage.recovered()
      await spool.deleteRead()
      resolveFlushes()
      // The embedded database does not yield to the event loop.
      await setImmediate()
    } while ((spool.state() === 'full' || flushes.size > 0) && !isStopped)
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isStoring || isStopped) return
    isStoring = true
    try {
      await storeWaiting()
    } catch (error) {
      handleFailure(error)
    }
    isStoring = false
    resolveFlushes()
    schedule()
  }

  function handleFailure(cause: unknown): void {
    failureCount++
    for (const { reject } of flushes) reject(cause)
    flushes.clear()
    outage.failed(cause)
  }

  function resolveFlushes(): void {
    for (const flush of flushes) {
      if (flush.isDone() && flushes.delete(flush)) flush.resolve()
    }
  }

  function schedule(): void {
    if (isStoring || isStopped) return
    const state = spool.state()
    if (flushes.size > 0) void run()
    else if (failureCount > 0) runIn(Math.min(maxRetryMs, minRetryMs * 2 ** (failureCount - 1)))
    else if (state === 'full') void run()
    else if (state === 'waiting') runIn(maxDelayMs)
  }

  function runIn(delayMs: number): void {
    // Does not keep the process alive: what is not stored stays in the spool.
    timer ??= setTimeout(run, delayMs).unref()
  }

  schedule()
  return {
    /** To be called when entries were appended to the spool. */
    wake: schedule,
    /** Resolves when everything in the spool is stored, rejects when the store is down. */
    async flush(): Promise<void> {
      const isDone = spool.mark()
      if (isDone()) return
      if (isStopped) throw new Error(CLOSED)
      const stored = new Promise<void>((resolve, reject) => flushes.add({ isDone, resolve, reject }))
      schedule()
      await stored
    },
    /** Starts no further batch. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
      for (const { reject } of flushes) reject(new Error(CLOSED))
      flushes.clear()
    },
  }
}
