import type { PermissionDecision } from '../../../core/permission/permission.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { effectiveMethod } from '../../../platform/http/call/method.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../../platform/runtime/periodic.ts'
import { createRecordedRoute } from './recorded-route.ts'
import type { UsageStore } from './usage.store.ts'
import { MAX_ROWS, MAX_ROWS_PER_ROLE, type Usage } from './usage.ts'
import { createUsageMap } from './usage-map.ts'

interface UsageRecorderOptions {
  readonly store: Pick<UsageStore, 'add' | 'trim'>
  /** `false`: nothing is recorded. */
  readonly enabled: boolean
  readonly now: () => number
  /** Called once per outage. */
  readonly onProblem: (error: unknown) => void
}

const FLUSH_INTERVAL_MS = 10_000
const MAX_ENTRIES = 5000

/** Counts decisions in memory and stores the counts in the background. See docs/decisions/0032-usage-record.md. */
export function createUsageRecorder({ store, enabled, now, onProblem }: UsageRecorderOptions) {
  const map = createUsageMap({ maxEntries: MAX_ENTRIES, maxEntriesPerRole: MAX_ROWS_PER_ROLE })
  // Denied paths are chosen by whoever calls them. They must not use up the places for words of allowed ones.
  const routes = { allowed: createRecordedRoute(), denied: createRecordedRoute() }
  const outage = createOutageLog(onProblem)

  async function storeUsages(usages: readonly Usage[]): Promise<void> {
    const waiting = new Set(usages)
    try {
      await store.add(usages, (stored) => {
        for (const usage of stored) waiting.delete(usage)
      })
      await store.trim({ maxRows: MAX_ROWS, maxRowsPerRole: MAX_ROWS_PER_ROLE })
    } catch (error) {
      for (const usage of waiting) map.add(usage)
      throw error
    }
  }

  let current: Promise<void> = Promise.resolve()
  function flush(): Promise<void> {
    const next = current.then(async () => {
      const usages = map.drain()
      if (usages.length === 0) return
      await storeUsages(usages)
      outage.recovered()
    })
    current = next.catch(() => {})
    return next
  }

  const stop = runPeriodically(FLUSH_INTERVAL_MS, flush, outage.failed)
  return {
    /** Never throws and never waits. */
    record({ roleKey, method, path, route, allowed }: PermissionDecision): void {
      // No rule decides for admins.
      if (!enabled || roleKey === ADMIN_ROLE_KEY) return
      const recordedRoute = allowed ? routes.allowed : routes.denied
      map.count(
        {
          roleKey,
          method: effectiveMethod(method),
          route: recordedRoute({ roleKey, path, declaredRoute: route }),
          allowed,
        },
        now(),
      )
    },
    /** Stores what was counted up to now. */
    flush,
    /** The number of calls that were not counted because a limit was reached. */
    get dropped() {
      return map.dropped
    },
    async close(): Promise<void> {
      await stop()
      // During an outage, a shutdown does not wait for the database.
      if (!outage.isFailing) await flush().catch(outage.failed)
    },
  }
}
