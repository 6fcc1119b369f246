import type { AuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import { type LogToVerify, type Verification, verifyLog } from './verify.ts'

interface AuditLogToVerify extends Pick<LogToVerify, 'anchors' | 'onProgress'> {
  readonly auditLog: Pick<AuditLogStore, 'ends' | 'links'>
}

/** Finds entries that were changed, removed or inserted without the service. */
export function verifyAuditLog({ auditLog, anchors, onProgress }: AuditLogToVerify): Promise<Verification> {
  return verifyLog({ ends: auditLog.ends, entries: auditLog.links(), anchors, onProgress })
}
