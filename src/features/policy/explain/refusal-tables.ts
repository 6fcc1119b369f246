import { type DeclaredTables, type TablesOf, text } from '../../../platform/database/migrations/table.ts'

export const REFUSAL_TABLES = {
  /** Refused requests, kept for `explain.keepMinutes`. */
  refusals: {
    columns: {
      id: 'id',
      /** The `X-Request-Id` of the response. An app that embeds the service may use an id twice. */
      request_id: text(128),
      refused_at: 'integer',
      reason: text(64),
      code: 'integer',
      method: text(32),
      path: text(1024),
      /** The declared path of the route; empty if it is not known. */
      route: text(1024),
      /** The route under which refusals are grouped: see `features/policy/usage/recorded-route.ts`. */
      pattern: text(255),
      /** The call whose permission the handler required too; empty if the handler did not refuse the request for this. */
      needed_method: text(32),
      needed_path: text(1024),
      address: text(64),
      /** 0 if the request had no valid token; then the following columns are empty or 0 too. */
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
} as const satisfies DeclaredTables

export type RefusalTables = TablesOf<typeof REFUSAL_TABLES>
