import type { Link } from '../hash-chain/link.ts'
import { type Verification, verifyLog } from '../hash-chain/verify.ts'
import type { AuditLogStore } from './audit-log.store.ts'

interface AuditLogToVerify {
  readonly auditLog: Pick<AuditLogStore, 'ends' | 'links'>
  readonly anchors?: readonly Link[]
  readonly onProgress?: (verified: number) => void
}

/** Finds entries that were changed, removed or inserted without the service. */
export async function verifyAuditLog(log: AuditLogToVerify): Promise<Verification> {
  const { auditLog, anchors = [], onProgress = () => {} } = log
  return verifyLog({ ends: auditLog.ends, entries: auditLog.links(), anchors, onProgress })
}
