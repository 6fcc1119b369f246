import type { Selectable } from 'kysely'
import { ACTIONS, type AuditAction } from '../../features/tables-and-words.ts'
import type { AuditLogTables } from './audit-log-tables.ts'
import type { AuditedAction } from './audited-action.ts'
import { type Link, nextLink } from './hash-chain/link.ts'

export type { AuditAction }

/** All actions that are logged. The part before the dot is the kind of thing that was changed. */
export const AUDIT_ACTIONS = Object.keys(ACTIONS).filter(isAuditAction)

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(ACTIONS, action)
}

/** Returns what an action means. */
export function meaningOf(action: AuditAction): AuditedAction {
  return ACTIONS[action]
}

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
