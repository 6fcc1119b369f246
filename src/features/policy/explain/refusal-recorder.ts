import type { RefusedCall } from '../../../platform/http/call/refused-call.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../../platform/runtime/periodic.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import { createRecordedRoute } from '../usage/recorded-route.ts'
import type { NewRefusal, RefusalStore } from './refusal.store.ts'

interface RefusalRecorderOptions {
  readonly store: Pick<RefusalStore, 'insert' | 'trim' | 'deleteBefore'>
  /** 0: nothing is recorded. */
  readonly keepMinutes: number
  readonly now: () => number
  /** Called once per outage of the database. */
  readonly onProblem: (error: unknown) => void
  /** Called at most once a minute with the number of refusals that were dropped since the last call. */
  readonly onDropped: (count: number) => void
}

const FLUSH_INTERVAL_MS = 1000
const CLEAN_UP_INTERVAL_MS = MINUTE_IN_MS

/**
 * How many refusals wait for the next flush. Those without a valid token have their own limit, and every user and every
 * address too: whoever sends many requests must not displace the refusals of others.
 */
const MAX_WAITING_KNOWN = 300
const MAX_WAITING_ANONYMOUS = 100
const MAX_WAITING_PER_SUBJECT = 25

const BOUNDS = { maxKnown: 20_000, maxPerUser: 500, maxAnonymous: 5000 }
/** The table exceeds its bounds by at most this number of rows per process. */
const ROWS_PER_TRIM = 1000

export type RefusalRecorder = ReturnType<typeof createRefusalRecorder>

/**
 * Stores refused calls in the background, so that an operator can look them up for a while.
 * See docs/decisions/0031-explain-refusals.md.
 */
export function createRefusalRecorder(options: RefusalRecorderOptions) {
  const { store, keepMinutes, now, onProblem, onDropped } = options
  let waiting: NewRefusal[] = []
  let rowsSinceTrim = 0
  let dropped = 0
  let reportedDropped = 0
  const outage = createOutageLog(onProblem)
  const queue = createQueueLimits()
  const recordedRoute = createRecordedRoute()

  function add(refusal: NewRefusal): void {
    if (queue.admit(refusal)) waiting.push(refusal)
    else dropped++
  }

  async function storeWaiting(): Promise<void> {
    if (waiting.length === 0) return
    const refusals = waiting
    waiting = []
    queue.reset()
    const unstored = new Set(refusals)
    try {
      await store.insert(refusals, (stored) => {
        for (const refusal of stored) unstored.delete(refusal)
        rowsSinceTrim += stored.length
      })
    } catch (error) {
      for (const refusal of unstored) add(refusal)
      throw error
    }
    outage.recovered()
    if (rowsSinceTrim < ROWS_PER_TRIM) return
    rowsSinceTrim = 0
    await store.trim(BOUNDS)
  }

  let current: Promise<void> = Promise.resolve()
  function flush(): Promise<void> {
    const next = current.then(storeWaiting)
    current = next.catch(() => {})
    return next
  }

  async function cleanUp(): Promise<void> {
    if (dropped > reportedDropped) onDropped(dropped - reportedDropped)
    reportedDropped = dropped
    await store.deleteBefore(now() - keepMinutes * MINUTE_IN_MS)
    await store.trim(BOUNDS)
    outage.recovered()
  }

  const stopFlush = runPeriodically(FLUSH_INTERVAL_MS, flush, outage.failed)
  const stopCleanUp = runPeriodically(CLEAN_UP_INTERVAL_MS, cleanUp, outage.failed)
  return {
    /** Never throws and never waits. */
    record(refused: RefusedCall): void {
      if (keepMinutes === 0) return
      const { identity, path, route } = refused
      const pattern = recordedRoute({ roleKey: identity?.roleKey ?? '', path, declaredRoute: route })
      add({ ...refused, refusedAt: now(), pattern })
    },
    /** Stores what was recorded up to now. */
    flush,
    /** The number of refusals that were not stored because too many arrived at once. */
    get dropped() {
      return dropped
    },
    async close(): Promise<void> {
      await Promise.all([stopFlush(), stopCleanUp()])
      // During an outage, a shutdown does not wait for the database.
      if (!outage.isFailing) await flush().catch(outage.failed)
    },
  }
}

/** Limits what waits for a flush. */
function createQueueLimits() {
  const perSubject = new Map<string, number>()
  let known = 0
  let anonymous = 0
  return {
    admit({ identity, address }: NewRefusal): boolean {
      if (identity ? known >= MAX_WAITING_KNOWN : anonymous >= MAX_WAITING_ANONYMOUS) return false
      const subject = identity ? String(identity.userId) : `from ${address}`
      const count = perSubject.get(subject) ?? 0
      if (count >= MAX_WAITING_PER_SUBJECT) return false
      perSubject.set(subject, count + 1)
      if (identity) known++
      else anonymous++
      return true
    },
    reset(): void {
      perSubject.clear()
      known = 0
      anonymous = 0
    },
  }
}
