import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoginLogEntry } from '../login-log-entry.ts'
import { visibleText } from '../visible-text.ts'

/** Stores entries. Storing an entry whose key exists must change nothing. */
export interface LoginLogSink {
  insertMany(entries: readonly LoginLogEntry[]): Promise<void>
}

interface BatchStoreOptions {
  readonly store: LoginLogSink
  /** Saves an entry that the store will never accept. */
  reject(entry: LoginLogEntry, cause: unknown): Promise<void>
}

/** Stores a batch, or throws because the store is down. `attempt` counts the earlier failures. */
export type StoreBatch = (entries: readonly LoginLogEntry[], attempt: number) => Promise<void>

/** The file in the spool's folder for entries that the database rejects. */
export const REJECTED_FILE = 'rejected.ndjson'

const MAX_PROBES = 5
const MAX_REASON_CHARACTERS = 500

/**
 * An entry that the store rejects must not block the others, and an outage must not make entries look rejected. To tell
 * these cases apart, the store has to accept another entry of the batch, the probe, before an entry counts as rejected.
 */
export function createBatchStore({ store, reject }: BatchStoreOptions): StoreBatch {
  async function failureOf(entries: readonly LoginLogEntry[]): Promise<unknown> {
    try {
      await store.insertMany(entries)
      return undefined
    } catch (error) {
      return error ?? new Error('The store failed without a reason.')
    }
  }

  /**
   * Returns an entry that the store accepts. The first one is tried first, which preserves the order. If it fails again,
   * others are tried, different ones on each attempt, so that many rejected entries in a row do not hide an accepted one.
   * When an outage ends meanwhile, such an entry is stored before the others.
   */
  async function findProbe(
    entries: readonly LoginLogEntry[],
    attempt: number,
  ): Promise<LoginLogEntry | undefined> {
    const [first, ...others] = entries
    if (first === undefined || (await failureOf([first])) === undefined) return first
    if (attempt === 0) return undefined
    for (let index = 0; index < Math.min(MAX_PROBES, others.length); index++) {
      const other = others[(attempt * MAX_PROBES + index) % others.length]
      if (other !== undefined && (await failureOf([other])) === undefined) return other
    }
    return undefined
  }

  async function storeEach(entries: readonly LoginLogEntry[], probe: LoginLogEntry): Promise<void> {
    for (const entry of entries) {
      if ((await failureOf([entry])) === undefined) continue
      const outage = await failureOf([probe])
      if (outage !== undefined) throw outage
      const cause = await failureOf([entry])
      if (cause !== undefined) await reject(entry, cause)
    }
  }

  return async (entries, attempt) => {
    const failure = await failureOf(entries)
    if (failure === undefined) return
    const probe = await findProbe(entries, attempt)
    if (probe === undefined) throw failure
    if ((await failureOf(entries)) !== undefined) await storeEach(entries, probe)
  }
}

/** Appends an entry that the database rejects to a file, with the reason, for an operator. Returns the path of the file. */
export async function appendRejectedEntry(
  folder: string,
  entry: LoginLogEntry,
  cause: unknown,
): Promise<string> {
  const path = join(folder, REJECTED_FILE)
  const text = cause instanceof Error ? cause.message : String(cause)
  const line = JSON.stringify({ reason: visibleText(text, MAX_REASON_CHARACTERS), entry })
  await appendFile(path, `${line}\n`, { mode: 0o600 })
  return path
}
