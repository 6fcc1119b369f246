import { type AuditAction, type AuditedChange, meaningOf } from '../../../core/audit-log/audit-log-entry.ts'
import { fieldsOf } from '../../../core/audit-log/audited-fields.ts'
import type { Operator } from '../../../core/audit-log/operator.ts'
import type { Operation } from '../../../core/operations/operations.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { createSuspensionStore } from './suspension.store.ts'

/** What decides about a suspension. */
const PERMITTED: readonly string[] = [
  'user.suspend',
  'user.restore',
  'user.keep-disabled',
] satisfies AuditAction[]

/** What a directory or an identity provider decides. It enables nobody. */
const PERMITTED_TO_MAPPINGS: readonly string[] = [
  'user.update',
  'user.credentials-remove',
] satisfies AuditAction[]

/**
 * Throws if an operation has changed a suspended user: nobody enables such a user, sets the password or adds a way to log in before
 * somebody has decided. It runs in the transaction, after the changes.
 */
export async function assertNoChangeOfSuspended(
  { transaction, operator: { source } }: Pick<Operation, 'transaction' | 'operator'>,
  noted: readonly AuditedChange[],
): Promise<void> {
  // The end of a role leaves a user disabled.
  if (source === 'schedule') return
  const changes = noted.filter(({ action }) => action.startsWith('user.') && !isPermitted(action, source))
  const deleted = changes.find(
    ({ action, before }) => action === 'user.delete' && 'suspension' in fieldsOf(before),
  )
  if (deleted) throw new Refusal('user-suspended', { name: deleted.target })
  const ids = changes.flatMap(({ targetId }) => targetId ?? [])
  const [suspended] = await createSuspensionStore(transaction).among(ids)
  if (suspended) throw new Refusal('user-suspended', { name: suspended.username })
}

function isPermitted(action: AuditAction, source: Operator['source']): boolean {
  if (PERMITTED.includes(action) || meaningOf(action).givesNothing) return true
  return source === 'login' && PERMITTED_TO_MAPPINGS.includes(action)
}
