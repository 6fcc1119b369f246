import type { AuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import { READS_ALL } from '../../../core/audit-log/audit-log-reader.ts'
import { fieldsOf, listIn } from '../../../core/audit-log/audited-fields.ts'
import type { LinkedEntry, RemovedEntries } from '../../../core/audit-log/hash-chain/compare.ts'
import type { LoginLogStore } from '../../../core/login-log/login-log.store.ts'
import type { LoginLogRemovalStore } from '../../../core/login-log/login-log-removal.store.ts'
import { type LogToVerify, type Verification, verifyLog } from './verify.ts'

interface LoginLogToVerify extends Pick<LogToVerify, 'anchors' | 'onProgress'> {
  readonly loginLog: Pick<LoginLogStore, 'ends' | 'links'>
  readonly loginLogRemoval: Pick<LoginLogRemovalStore, 'removed'>
  readonly auditLog: Pick<AuditLogStore, 'find' | 'each'>
}

/**
 * Finds entries that were changed, removed or inserted without the service. Which entries the service removed is read from
 * the audit log, which has a hash chain of its own.
 */
export function verifyLoginLog(log: LoginLogToVerify): Promise<Verification> {
  const { loginLog, auditLog, anchors, onProgress } = log
  return verifyLog({
    ends: loginLog.ends,
    entries: loginLog.links(),
    removed: () => removedByOperators(log),
    expiredUpTo: () => lastDeletedByRetention(auditLog),
    anchors,
    onProgress,
  })
}

/** An entry counts as removed by an operator only if the audit log confirms it. */
async function removedByOperators({
  loginLogRemoval,
  auditLog,
}: Pick<LoginLogToVerify, 'loginLogRemoval' | 'auditLog'>): Promise<RemovedEntries> {
  const entriesByAuditId = new Map<number, RemovedEntries>()
  const removed = new Map<number, LinkedEntry>()
  for (const { position, auditId } of await loginLogRemoval.removed()) {
    const entries = entriesByAuditId.get(auditId) ?? (await entriesIn(auditLog, auditId))
    entriesByAuditId.set(auditId, entries)
    const entry = entries.get(position)
    if (entry) removed.set(position, entry)
  }
  return removed
}

async function entriesIn(auditLog: Pick<AuditLogStore, 'find'>, id: number): Promise<RemovedEntries> {
  const entry = await auditLog.find(READS_ALL, id)
  const entries = entry?.action === 'login-log.delete' ? listIn(entry.before, 'entries') : []
  return new Map(entries.flatMap(removedEntry).map((one) => [one.position, one]))
}

/** A removed entry is valid only after the entry that preceded it when it was removed. */
function removedEntry(value: unknown): LinkedEntry[] {
  const { position, hash, previousHash } = fieldsOf(value)
  if (typeof position !== 'number' || typeof hash !== 'string') return []
  return [
    { position, hash, after: (previous) => ({ position, hash: previous.hash === previousHash ? hash : '' }) },
  ]
}

async function lastDeletedByRetention(auditLog: Pick<AuditLogStore, 'each'>): Promise<number> {
  let furthest = 0
  for await (const { after } of auditLog.each(READS_ALL, { action: 'login-log.retention' })) {
    const { upTo } = fieldsOf(after)
    if (typeof upTo === 'number') furthest = Math.max(furthest, upTo)
  }
  return furthest
}
