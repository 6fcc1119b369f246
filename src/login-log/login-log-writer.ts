import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Journal } from './journal.ts'
import type { StoreBatch } from './login-log-batch.ts'

export interface LoginLogWriterOptions {
  readonly journal: Journal
  readonly storeBatch: StoreBatch
  readonly batchSize: number
  /** How long an entry may wait for others to share its batch. */
  readonly maxDelayMs: number
  readonly minRetryMs: number
  readonly maxRetryMs: number
  onProblem(problem: Error): void
}

export interface LoginLogWriter {
  /** Something has been journalled. */
  wake(): void
  /** Resolves when all that was journalled before is stored, rejects when the store is down. */
  flush(): Promise<void>
  /** Begins no further batch. */
  stop(): void
}

const CLOSED = 'The login log is closed.'

interface Flush {
  isDone(): boolean
  resolve(): void
  reject(error: unknown): void
}

/** Moves entries from the journal to the store in the background: one batch at a time, in order. */
export function startLoginLogWriter(options: LoginLogWriterOptions): LoginLogWriter {
  const { journal, storeBatch, batchSize, maxDelayMs, minRetryMs, maxRetryMs, onProblem } = options
  const flushes = new Set<Flush>()
  let timer: NodeJS.Timeout | undefined
  let isStoring = false
  let isStopped = false
  let failureCount = 0

  /** Goes on while batches are full; the rest gathers until it is time again. */
  async function storeWaiting(): Promise<void> {
    do {
      const batch = await journal.oldest(batchSize)
      if (batch.length === 0) return
      await storeBatch(batch, failureCount)
      failureCount = 0
      await journal.release(batch.length)
      endFlushes()
      // An embedded database answers without leaving the turn; requests must get theirs between batches.
      await nextTurn()
    } while (journal.waitingCount() >= batchSize && !isStopped)
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isStoring || isStopped) return
    isStoring = true
    try {
      await storeWaiting()
    } catch (error) {
      noteFailure(error)
    }
    isStoring = false
    endFlushes()
    schedule()
  }

  function noteFailure(cause: unknown): void {
    failureCount++
    for (const { reject } of flushes) reject(cause)
    flushes.clear()
    if (failureCount > 1) return
    onProblem(
      new Error('The login log cannot be stored now. It is kept in its journal and retried.', { cause }),
    )
  }

  function endFlushes(): void {
    for (const flush of flushes) {
      if (flush.isDone() && flushes.delete(flush)) flush.resolve()
    }
  }

  function schedule(): void {
    if (isStoring || isStopped) return
    if (flushes.size > 0) void run()
    else if (failureCount > 0) runIn(Math.min(maxRetryMs, minRetryMs * 2 ** (failureCount - 1)))
    else if (journal.waitingCount() >= batchSize) void run()
    else if (journal.waitingCount() > 0) runIn(maxDelayMs)
  }

  function runIn(delayMs: number): void {
    // What the process leaves behind when it ends is safe in the journal.
    timer ??= setTimeout(run, delayMs).unref()
  }

  schedule()
  return {
    wake: schedule,
    async flush() {
      const isDone = journal.mark()
      if (isDone()) return
      if (isStopped) throw new Error(CLOSED)
      const stored = new Promise<void>((resolve, reject) => flushes.add({ isDone, resolve, reject }))
      schedule()
      await stored
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const { reject } of flushes) reject(new Error(CLOSED))
      flushes.clear()
    },
  }
}
