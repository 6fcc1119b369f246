import type { MigrationContext } from '../context.ts'
import { createDeclaredTables, type DeclaredTables, insertIfMissing, LONG_TEXT, text } from '../table.ts'

/** What the service records about requests: refused ones, which role calls which route, and events. */
const TABLES: DeclaredTables = {
  // Refused requests, for a while, so that an operator can find out why.
  refusals: {
    columns: {
      id: 'id',
      request_id: text(128),
      refused_at: 'integer',
      reason: text(64),
      code: 'integer',
      method: text(32),
      path: text(1024),
      route: text(1024),
      pattern: text(255),
      needed_method: text(32),
      needed_path: text(1024),
      address: text(64),
      user_id: 'integer',
      username: text(255),
      role_key: text(64),
      session_id: 'integer',
    },
    indexes: {
      refusals_by_request: ['request_id'],
      refusals_by_user: ['user_id', 'id'],
      refusals_by_session: ['session_id'],
      refusals_by_time: ['refused_at'],
      // Groups are counted from this index alone. It contains the requests of a group in the order of their ids.
      refusals_by_group: ['reason', 'role_key', 'method', 'pattern', 'id', 'user_id'],
    },
  },

  // How often each role has called each route.
  permission_usage: {
    columns: {
      id: text(64),
      role_key: text(64),
      method: text(20),
      route: text(512),
      allowed: 'integer',
      count: 'integer',
      first_used_at: 'integer',
      last_used_at: 'integer',
    },
    indexes: {
      permission_usage_by_role: ['role_key', 'allowed', 'last_used_at'],
      permission_usage_by_time: ['last_used_at'],
    },
  },

  events: {
    columns: {
      id: 'integer',
      kind: text(64),
      severity: text(16),
      happened_at: 'integer',
      fields: LONG_TEXT,
    },
    indexes: { events_by_time: ['happened_at'], events_by_kind: ['kind', 'id'] },
  },
  event_head: { columns: { id: 'integer', last_id: 'integer', reported_keys: LONG_TEXT } },
  event_windows: {
    columns: { id: text(64), number: 'integer', expires_at: 'integer' },
    indexes: { event_windows_by_time: ['expires_at'] },
  },
  event_webhooks: {
    columns: {
      id: text(64),
      last_event_id: 'integer',
      holder: text(64),
      held_until: 'integer',
      failures: 'integer',
      retry_at: 'integer',
      skipped: 'integer',
    },
  },
}

export async function createObservations(context: MigrationContext): Promise<void> {
  await createDeclaredTables(context, TABLES)
  await insertIfMissing(context, 'event_head', { id: 1, last_id: 0, reported_keys: '' })
}
