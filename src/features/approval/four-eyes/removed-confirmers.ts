import { type AuditedChange, meaningOf } from '../../../core/audit-log/audit-log-entry.ts'
import { fieldsOf, listIn } from '../../../core/audit-log/audited-fields.ts'
import type { Operation } from '../../../core/operations/operations.ts'
import { createRoleStore } from '../../../core/role/role.store.ts'
import { ADMIN_ROLE_KEY } from '../../../core/role/role.ts'
import { createRoleHolderStore } from '../../../core/role/role-holder.store.ts'
import { DISABLED, ENABLED } from '../../../core/user/status.ts'
import { ROLE_FIELDS } from '../../../core/user/temporary-role.ts'
import { createUserStore } from '../../../core/user/user.store.ts'
import { Refusal } from '../../../platform/refusal/refusal.ts'
import { MIN_CONFIRMERS } from './confirmers.ts'

/**
 * Returns the users with the role `admin`, or who get it back, whom a change deletes, disables, gives another role or an end of it,
 * or requires a new password of. It runs in the transaction, after the change.
 */
export async function removedConfirmers(
  { transaction }: Pick<Operation, 'transaction'>,
  { action, targetId, before, after }: AuditedChange,
): Promise<readonly number[]> {
  const holders = createRoleHolderStore(transaction)
  if (meaningOf(action).disablesUsers) {
    const ids = listIn(before, 'users').map((user) => Number(fieldsOf(user).userId))
    return holders.adminsAmong(ids)
  }
  if (targetId === undefined || (action !== 'user.update' && action !== 'user.delete')) return []
  const admin = await createRoleStore(transaction).findByKey(ADMIN_ROLE_KEY)
  const now = await createUserStore(transaction).find(targetId)
  const was = { ...fieldsOf(now), ...fieldsOf(before) }
  const wasAdmin = was.roleId === admin?.roleId || was.formerRoleId === admin?.roleId
  if (!wasAdmin || was.status !== ENABLED) return []
  if (!now) return [targetId]
  const is = fieldsOf(after)
  const isPermanentAdmin = now.roleId === admin?.roleId && now.roleUntil === null
  const hasLessRole = !isPermanentAdmin && ROLE_FIELDS.some((field) => Object.hasOwn(is, field))
  return hasLessRole || is.status === DISABLED || is.pwdChangeDue === true ? [targetId] : []
}

/** Throws if the changes remove administrators so that fewer than two remain. */
export async function requireEnoughConfirmers(
  operation: Operation,
  changes: readonly AuditedChange[],
): Promise<void> {
  for (const change of changes) {
    if ((await removedConfirmers(operation, change)).length === 0) continue
    return requireConfirmers(operation)
  }
}

/** Throws if fewer than two administrators remain who confirm changes. */
export async function requireConfirmers({ transaction }: Pick<Operation, 'transaction'>): Promise<void> {
  const holders = createRoleHolderStore(transaction)
  await holders.lockEnabledAdmins()
  if ((await holders.confirmerIds()).length < MIN_CONFIRMERS) throw new Refusal('too-few-confirmers')
}
