import type { SyncResult } from './ldap-sync.ts'

interface PeriodicSyncOptions {
  readonly intervalMs: number
  /** How long the lease lasts while a sync runs, unless it is extended. */
  readonly leaseMs: number
  /** Takes or extends the lease of this node. Returns false if another node has it. */
  readonly takeLease: (until: number) => Promise<boolean>
  readonly sync: (mayContinue: () => Promise<boolean>) => Promise<SyncResult>
  readonly now: () => number
  /** A monotonic clock in milliseconds, for durations within this process. */
  readonly uptimeMs: () => number
}

/**
 * Returns a function that synchronizes with the directory if this is due and no other node does it. After a sync, the lease lasts
 * until the next one is due, whichever node does it. While a sync runs, the lease is short: if the process ends before the sync is
 * complete, another one repeats it soon. After a failure, the same node tries again at the next call.
 */
export function createPeriodicSync(options: PeriodicSyncOptions): () => Promise<SyncResult | undefined> {
  const { intervalMs, leaseMs, takeLease, sync, now, uptimeMs } = options
  let dueAt = 0
  return async () => {
    const holdsLease = () => takeLease(now() + leaseMs)
    if (uptimeMs() < dueAt || !(await holdsLease())) return undefined
    const result = await sync(holdsLease)
    // If the lease was lost, another node repeats the sync.
    if (!(await takeLease(now() + intervalMs))) return undefined
    dueAt = uptimeMs() + intervalMs
    return result
  }
}
