import { ENABLED } from '../../accounts/status.ts'
import type { AuditLogStore } from '../../logs/audit-log/audit-log.store.ts'

/** Reads from the audit log which users were enabled since a time. */
export async function readRecentlyEnabled(
  auditLog: Pick<AuditLogStore, 'each'>,
  since: number,
): Promise<ReadonlySet<number>> {
  const userIds = new Set<number>()
  for await (const { targetId, after } of auditLog.each({ action: 'user.update', from: since })) {
    if (typeof after === 'object' && after !== null && 'status' in after && after.status === ENABLED)
      userIds.add(targetId)
  }
  return userIds
}
