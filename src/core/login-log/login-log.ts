import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { LoginLogEntry } from './login-log-entry.ts'
import { appendRejectedEntry, createBatchStore, type LoginLogSink } from './writing/login-log-batch.ts'
import { startLoginLogWriter } from './writing/login-log-writer.ts'
import { openSpool, type SpoolOptions } from './writing/spool.ts'

export interface LoginLogOptions {
  /** The setting `logger.enableddb`. If it is off, nothing is recorded, not even in a file. */
  readonly enabled: boolean
  readonly spool: Omit<SpoolOptions, 'onAppended' | 'onLost' | 'onProblem'>
  readonly store: LoginLogSink
  /** How long an entry may wait for others to be stored with it. */
  readonly maxDelayMs?: number
  readonly minRetryMs?: number
  readonly maxRetryMs?: number
  readonly closeWithinMs?: number
  /** An outage of the store is reported once, not once per retry. */
  onProblem(problem: Error): void
}

export interface LoginLog {
  /** Resolves when the entry is safe in the spool. Respond to the client only then. It is stored soon after. */
  record(entry: LoginLogEntry): Promise<void>
  /** Resolves when every earlier entry is stored, rejects when the store is down. */
  flush(): Promise<void>
  state(): LoginLogState
  /** Rejects if entries cannot be written. Every login is refused then. */
  checkWritable(): Promise<void>
  /** Stores what it can within a time limit. The rest stays in the spool for the next start. */
  close(): Promise<void>
}

/** What is waiting in the spool, and the numbers of problems since the start. */
interface LoginLogState {
  /** The size of the entries that are not stored yet. */
  readonly backlogBytes: number
  /** Entries that the store will never accept. */
  readonly rejected: number
  /** Lines and files of the spool that cannot be read. */
  readonly lost: number
  /** Entries that could not be written to the spool, so that their attempts were refused. */
  readonly appendFailures: number
}

/**
 * Creates the login log. Every attempt is written to a spool before the client gets its response, and stored in the
 * background, so that neither `kill -9` nor a database outage loses one.
 *
 * @example
 * const loginLog = await createLoginLog({ enabled, spool: { folder: 'data/login-log' }, store, onProblem })
 * await loginLog.record(createLoginLogEntry(attempt))
 */
export async function createLoginLog(options: LoginLogOptions): Promise<LoginLog> {
  if (!options.enabled)
    return { record: nothing, flush: nothing, state: () => EMPTY, checkWritable: nothing, close: nothing }

  const onProblem = withoutThrowing(options.onProblem)
  const { folder } = options.spool
  let rejected = 0
  let lost = 0
  let appendFailures = 0
  const spool = await openSpool({
    ...options.spool,
    onProblem,
    onAppended: () => writer.wake(),
    onLost(count) {
      lost += count
    },
  })
  const storeBatch = createBatchStore({
    store: options.store,
    async reject(entry, cause) {
      const path = await appendRejectedEntry(folder, entry, cause)
      rejected++
      onProblem(new Error(`The database refuses a login log entry. It was written to ${path}`, { cause }))
    },
  })
  const writer = startLoginLogWriter({
    spool,
    storeBatch,
    maxDelayMs: options.maxDelayMs ?? 50,
    minRetryMs: options.minRetryMs ?? 50,
    maxRetryMs: options.maxRetryMs ?? 5000,
    onProblem,
  })

  async function flush(): Promise<void> {
    await spool.settled()
    await writer.flush()
  }

  async function drainAndClose(): Promise<void> {
    const timeout = new AbortController()
    const timedOut = sleep(options.closeWithinMs ?? 5000, undefined, { signal: timeout.signal })
    await Promise.race([flush(), timedOut]).catch(nothing)
    timeout.abort()
    await timedOut.catch(nothing)
    writer.stop()
    await spool.close()
  }
  let closing: Promise<void> | undefined

  return {
    record: (entry) =>
      spool.append(entry).catch((cause: unknown) => {
        appendFailures++
        refuse(cause)
      }),
    flush,
    state: () => ({ backlogBytes: spool.bytes(), rejected, lost, appendFailures }),
    checkWritable: spool.checkWritable,
    close() {
      closing ??= drainAndClose()
      return closing
    },
  }
}

/** Refuses with 503, so that a load balancer can use another node: this one may have a full disk. */
function refuse(cause: unknown): never {
  throw new Refusal('unavailable', {}, { cause })
}

const EMPTY: LoginLogState = { backlogBytes: 0, rejected: 0, lost: 0, appendFailures: 0 }

async function nothing(): Promise<void> {}

/** A reporter that throws must not stop the writer. */
function withoutThrowing(onProblem: (problem: Error) => void): (problem: Error) => void {
  return (problem) => {
    try {
      onProblem(problem)
    } catch {
      // There is no other reporter.
    }
  }
}
