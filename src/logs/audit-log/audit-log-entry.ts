import type { Tables } from '../../database/tables.ts'
import { type Link, nextLink } from '../hash-chain/link.ts'

/** The kind of thing that was changed. */
type AuditTarget = 'user' | 'role' | 'policy' | 'session' | 'login-log' | 'throttle' | 'database'

/** A change to be logged. It never contains secrets. */
export interface AuditedChange {
  /** Such as `user.create`. */
  readonly action: `${AuditTarget}.${string}`
  /** Set if one thing with an id was changed. */
  readonly targetId?: number
  /** Its name, for display. */
  readonly target: string
  readonly before?: object
  readonly after?: object
}

/** Returns the link of an entry. Its id is its position. The order of the columns is part of the hash and never changes. */
export function linkAuditLogEntry(previous: Link, row: Omit<Tables['audit_log'], 'id' | 'hash'>): Link {
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
  ])
}
