import type { AuditLogStore } from '../audit-log/audit-log.store.ts'
import type { Link } from '../tamper-evidence/link.ts'
import { type Verification, verifyLog } from '../tamper-evidence/verify.ts'
import type { LoginLogStore } from './login-log.store.ts'
import type { LoginLogRemovalStore } from './login-log-removal.store.ts'

export interface LoginLogToVerify {
  readonly loginLog: Pick<LoginLogStore, 'ends' | 'links'>
  readonly loginLogRemoval: Pick<LoginLogRemovalStore, 'removed'>
  readonly auditLog: Pick<AuditLogStore, 'find'>
  readonly anchors?: readonly Link[]
  readonly onProgress?: (verified: number) => void
}

/** Finds entries that were changed, removed or inserted by others than the service. */
export async function verifyLoginLog(log: LoginLogToVerify): Promise<Verification> {
  const { loginLog, anchors = [], onProgress = () => {} } = log
  const removed = () => removedByOperators(log)
  return verifyLog({ ends: loginLog.ends, entries: loginLog.links(), removed, anchors, onProgress })
}

/** A place that was left counts as left by an operator only where the audit log says so. */
async function removedByOperators({
  loginLogRemoval,
  auditLog,
}: LoginLogToVerify): Promise<ReadonlyMap<number, string>> {
  const told = new Map<number, ReadonlySet<number>>()
  const removed = new Map<number, string>()
  for (const { position, hash, auditId } of await loginLogRemoval.removed()) {
    const positions = told.get(auditId) ?? (await positionsIn(auditLog, auditId))
    told.set(auditId, positions)
    if (positions.has(position)) removed.set(position, hash)
  }
  return removed
}

async function positionsIn(auditLog: Pick<AuditLogStore, 'find'>, id: number): Promise<ReadonlySet<number>> {
  const entry = await auditLog.find(id)
  const { before } = entry?.action === 'login-log.delete' ? entry : { before: undefined }
  if (typeof before !== 'object' || before === null || !('entries' in before)) return new Set()
  const entries: readonly unknown[] = Array.isArray(before.entries) ? before.entries : []
  return new Set(entries.flatMap((one) => (hasPosition(one) ? [one.position] : [])))
}

function hasPosition(value: unknown): value is { position: number } {
  return (
    typeof value === 'object' && value !== null && 'position' in value && typeof value.position === 'number'
  )
}
