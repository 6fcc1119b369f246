import { type Link, nextLink } from '../hash-chain/link.ts'

/** What a change was about. */
export type AuditTarget = 'user' | 'role' | 'policy' | 'session' | 'login-log' | 'database'

/** A change as whoever makes it tells it. Secrets are never part of it. */
export interface AuditedChange {
  /** Such as `user.create`. */
  readonly action: `${AuditTarget}.${string}`
  /** Where it was one thing that has an id. */
  readonly targetId?: number
  /** Its name, for people. */
  readonly target: string
  readonly before?: object
  readonly after?: object
}

/** A stored entry, less its hash. */
export interface AuditLogContent {
  readonly id: number
  readonly made_at: number
  readonly operator_id: number
  readonly operator: string
  readonly source: string
  readonly ipaddr: string
  readonly request_id: string
  readonly action: string
  readonly target_kind: string
  readonly target_id: number
  readonly target: string
  readonly before: string
  readonly after: string
}

/** All of an entry is hashed; its id is its position. The order is part of what is stored: it never changes. */
export function linkAuditLogEntry(previous: Link, row: Omit<AuditLogContent, 'id'>): Link {
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
