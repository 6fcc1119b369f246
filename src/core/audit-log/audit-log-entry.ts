import type { Selectable } from 'kysely'
import type { AuditLogTables } from './audit-log-tables.ts'
import { type Link, nextLink } from './hash-chain/link.ts'

/** All actions that are logged. The part before the dot is the kind of thing that was changed. */
export const AUDIT_ACTIONS = [
  'user.create',
  'user.update',
  'user.password',
  'user.invite',
  'user.password-request',
  'user.disable',
  'user.suspend',
  'user.restore',
  'user.keep-disabled',
  'user.delete',
  'user.import',
  'user.link',
  'user.unlink',
  'user.end-sessions',
  'user.credentials-remove',
  'user.second-factor-enable',
  'user.second-factor-remove',
  'user.second-factor-reset',
  'user.second-factor-key',
  'user.recovery-codes',
  'user.passkey-add',
  'user.passkey-rename',
  'user.passkey-remove',
  'user.role-end',
  'user.request-role',
  'user.request-withdraw',
  'user.request-approve',
  'user.request-refuse',
  'user.service-create',
  'user.service-update',
  'user.service-accept',
  'user.service-disable',
  'user.secret-add',
  'user.secret-remove',
  'user.key-add',
  'user.key-remove',
  'role.create',
  'role.copy',
  'role.update',
  'role.delete',
  'role.merge',
  'role.end-sessions',
  'dept.create',
  'dept.update',
  'dept.delete',
  'policy.add',
  'policy.remove',
  'policy.change',
  'confirmation.ask',
  'confirmation.confirm',
  'confirmation.refuse',
  'confirmation.withdraw',
  'confirmation.use',
  'session.end',
  'session.end-many',
  'throttle.release',
  'login-log.delete',
  'login-log.retention',
  'database.restore',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** A change to be logged. It never contains secrets. */
export interface AuditedChange {
  readonly action: AuditAction
  /** Set if one thing with an id was changed. */
  readonly targetId?: number
  /** The users whom the change concerns, if not the target. */
  readonly userIds?: readonly number[]
  /** The departments that it concerns besides those of these users; 0 for users without a department. */
  readonly deptIds?: readonly number[]
  /** Its name, for display. */
  readonly target: string
  readonly before?: object
  readonly after?: object
}

/** Returns the users whom a change concerns. */
export function changedUsersOf({ action, targetId, userIds }: AuditedChange): readonly number[] {
  return userIds ?? (targetId !== undefined && action.startsWith('user.') ? [targetId] : [])
}

/** Returns the link of an entry. Its id is its position. The order of the columns is part of the hash and never changes. */
export function linkAuditLogEntry(
  previous: Link,
  row: Omit<Selectable<AuditLogTables['audit_log']>, 'id' | 'hash'>,
): Link {
  return nextLink(previous, [
    row.made_at,
    row.operator_id,
    row.operator,
    row.source,
    row.ipaddr,
    row.request_id,
    row.action,
    row.target_kind,
    row.target_id,
    row.target,
    row.before,
    row.after,
    row.user_id,
    row.operator_owner,
    row.departments,
  ])
}
