import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusal.ts'
import { type JournalOptions, openJournal } from './journal.ts'
import { createBatchStore, type LoginLogSink } from './login-log-batch.ts'
import type { LoginLogEntry } from './login-log-entry.ts'
import { setAsideEntry } from './login-log-rejected.ts'
import { startLoginLogWriter } from './login-log-writer.ts'

export interface LoginLogOptions {
  /** The setting `logger.enableddb`. When it is off nothing is recorded, in no file either. */
  readonly enabled: boolean
  readonly journal: Omit<JournalOptions, 'onAppended' | 'onProblem'>
  readonly store: LoginLogSink
  readonly batchSize?: number
  /** How long an entry may wait for others to share its batch. */
  readonly maxDelayMs?: number
  readonly minRetryMs?: number
  readonly maxRetryMs?: number
  readonly closeWithinMs?: number
  /** An outage of the store is reported once, not once per retry. */
  onProblem(problem: Error): void
}

export interface LoginLog {
  /** Resolves when the entry can no longer be lost; answer the client only then. It reaches the store soon after. */
  record(entry: LoginLogEntry): Promise<void>
  /** Resolves when all that was recorded before is stored, rejects when the store is down. */
  flush(): Promise<void>
  /** Stores what it can within a bound. The rest stays in the journal for the next start. */
  close(): Promise<void>
}

/**
 * The login log (spec, Events): every attempt is journalled before it is answered and stored asynchronously, so
 * that neither `kill -9` nor a database that is down for a while loses one.
 *
 * @example
 * const loginLog = await createLoginLog({ enabled, journal: { folder: 'data/login-log' }, store, onProblem })
 * await loginLog.record(createLoginLogEntry(attempt))
 */
export async function createLoginLog(options: LoginLogOptions): Promise<LoginLog> {
  if (!options.enabled) return { record: nothing, flush: nothing, close: nothing }

  const onProblem = quietly(options.onProblem)
  const journal = await openJournal({ ...options.journal, onProblem, onAppended: () => writer.wake() })
  const storeBatch = createBatchStore({
    store: options.store,
    async setAside(entry, cause) {
      const path = await setAsideEntry(options.journal.folder, entry, cause)
      onProblem(new Error(`The store refuses a login log entry; it was set aside in ${path}`, { cause }))
    },
  })
  const writer = startLoginLogWriter({
    journal,
    storeBatch,
    // For the figure `login-log`: the more at once, the more of them share a page of an index that has to be written.
    batchSize: options.batchSize ?? 3000,
    maxDelayMs: options.maxDelayMs ?? 50,
    minRetryMs: options.minRetryMs ?? 50,
    maxRetryMs: options.maxRetryMs ?? 5000,
    onProblem,
  })

  async function flush(): Promise<void> {
    await journal.settled()
    await writer.flush()
  }

  async function drainAndClose(): Promise<void> {
    const bound = new AbortController()
    const late = sleep(options.closeWithinMs ?? 5000, undefined, { signal: bound.signal })
    await Promise.race([flush(), late]).catch(nothing)
    bound.abort()
    await late.catch(nothing)
    writer.stop()
    await journal.close()
  }
  let closing: Promise<void> | undefined

  return {
    record: (entry) => journal.append(entry).catch(refuse),
    flush,
    close() {
      closing ??= drainAndClose()
      return closing
    },
  }
}

/** A full disk, say: another node may have room, and this one again soon. */
function refuse(cause: unknown): never {
  throw new Refusal('unavailable', {}, { cause })
}

async function nothing(): Promise<void> {}

/** A broken reporter must not stop the writer. */
function quietly(onProblem: (problem: Error) => void): (problem: Error) => void {
  return (problem) => {
    try {
      onProblem(problem)
    } catch {
      // There is nobody left to tell.
    }
  }
}
