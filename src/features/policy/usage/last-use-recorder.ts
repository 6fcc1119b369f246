import type { CallSource, PermissionDecision } from '../../../core/permission/permission.ts'
import { networkOf } from '../../../platform/network/network.ts'
import { createOutageLog } from '../../../platform/runtime/outage-log.ts'
import { runPeriodically } from '../../../platform/runtime/periodic.ts'
import { MINUTE_IN_MS } from '../../../platform/runtime/time-units.ts'
import type { LastUse, ServiceAccountStore } from '../../login/service-accounts/service-account.store.ts'
import { createRecordedRoute } from './recorded-route.ts'

interface LastUseRecorderOptions {
  readonly store: Pick<ServiceAccountStore, 'ids' | 'recordLastUse'>
  readonly now: () => number
  /** Called once per outage. */
  readonly onProblem: (error: unknown) => void
}

const INTERVAL_MS = MINUTE_IN_MS

/** Stores the last use of service accounts, at most once per minute and account. */
export function createLastUseRecorder({ store, now, onProblem }: LastUseRecorderOptions) {
  const recordedRoute = createRecordedRoute()
  const outage = createOutageLog(onProblem)
  const uses = new Map<number, LastUse>()
  /** Accounts that were added since are not recorded before the next run; their logins are. */
  let accounts: ReadonlySet<number> = new Set()

  async function flush(): Promise<void> {
    accounts = await store.ids()
    for (const [userId, use] of [...uses]) {
      await store.recordLastUse(userId, use)
      // A later use may have taken its place.
      if (uses.get(userId) === use) uses.delete(userId)
    }
    outage.recovered()
  }

  const stop = runPeriodically(INTERVAL_MS, flush, outage.failed)
  return {
    /** Never throws and never waits. */
    record({ roleKey, method, path, route }: PermissionDecision, { userId, address }: CallSource): void {
      if (!accounts.has(userId)) return
      const recorded = recordedRoute({ roleKey, path, declaredRoute: route })
      uses.set(userId, { at: now(), network: networkOf(address), route: `${method} ${recorded}` })
    },
    async close(): Promise<void> {
      await stop()
      // During an outage, a shutdown does not wait for the database.
      if (!outage.isFailing) await flush().catch(outage.failed)
    },
  }
}
