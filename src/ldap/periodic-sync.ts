import type { SyncResult } from './ldap-sync.ts'

export interface PeriodicSyncOptions {
  readonly intervalMs: number
  /** Takes or extends the lease of this node. Returns false if another node has it. */
  readonly takeLease: (until: number) => Promise<boolean>
  readonly sync: (mayContinue: () => Promise<boolean>) => Promise<SyncResult>
  readonly now: () => number
}

/**
 * Returns a function that synchronizes with the directory if this is due and no other node does it. The lease lasts until the
 * next sync is due, whichever node does it. After a failure, the same node tries again at the next call.
 */
export function createPeriodicSync(options: PeriodicSyncOptions): () => Promise<SyncResult | undefined> {
  const { intervalMs, takeLease, sync, now } = options
  let dueAt = 0
  return async () => {
    if (now() < dueAt || !(await takeLease(now() + intervalMs))) return undefined
    const result = await sync(() => takeLease(now() + intervalMs))
    dueAt = now() + intervalMs
    return result
  }
}
