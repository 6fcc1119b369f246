import type { LoginLogEntry } from './login-log-entry.ts'

/** Where the entries end up. Storing an entry whose key is there already must change nothing. */
export interface LoginLogSink {
  insertMany(entries: readonly LoginLogEntry[]): Promise<void>
  /** Whether it answers at all. Without it, a row may be stored out of order when an outage ends. */
  isUp?(): Promise<boolean>
}

export interface BatchStoreOptions {
  readonly store: LoginLogSink
  /** Keeps an entry that the store will never take. */
  setAside(entry: LoginLogEntry, reason: unknown): Promise<void>
}

/** Stores a batch, in order, or throws because the store is down. `turn` counts the tries. */
export type StoreBatch = (entries: readonly LoginLogEntry[], turn: number) => Promise<void>

type Witness = LoginLogEntry | undefined

const MAX_PROBES = 5

/**
 * One entry that the store refuses must not hold up the others for ever, and a store that is down must not
 * make entries look refused. What tells them apart is a witness: another entry that goes through.
 */
export function createBatchStore({ store, setAside }: BatchStoreOptions): StoreBatch {
  async function failureOf(entries: readonly LoginLogEntry[]): Promise<unknown> {
    try {
      await store.insertMany(entries)
      return undefined
    } catch (error) {
      return error ?? new Error('The store failed without a reason.')
    }
  }

  /**
   * The first entry, which keeps the order. Only if it fails again, and the store says it is up, others are
   * tried before it; each turn elsewhere, so that a run of refused entries can't hide the good ones.
   */
  async function findWitness(entries: readonly LoginLogEntry[], turn: number): Promise<Witness> {
    const [first, ...others] = entries
    if (first === undefined || (await failureOf([first])) === undefined) return first
    if (turn === 0 || (await store.isUp?.()) === false) return undefined
    for (let probe = 0; probe < Math.min(MAX_PROBES, others.length); probe++) {
      const other = others[(turn * MAX_PROBES + probe) % others.length]
      if (other !== undefined && (await failureOf([other])) === undefined) return other
    }
    return undefined
  }

  async function storeEach(entries: readonly LoginLogEntry[], witness: LoginLogEntry): Promise<void> {
    for (const entry of entries) {
      if ((await failureOf([entry])) === undefined) continue
      const outage = await failureOf([witness])
      if (outage !== undefined) throw outage
      const reason = await failureOf([entry])
      if (reason !== undefined) await setAside(entry, reason)
    }
  }

  return async (entries, turn) => {
    const failure = await failureOf(entries)
    if (failure === undefined) return
    const witness = await findWitness(entries, turn)
    if (witness === undefined) throw failure
    if ((await failureOf(entries)) !== undefined) await storeEach(entries, witness)
  }
}
