import { type DeclaredTables, text } from '../../../platform/database/migrations/table.ts'

export const USAGE_TABLES = {
  /** How often a role has called a route. The id is a hash of the role, the method, the route and the outcome. */
  permission_usage: {
    columns: {
      id: text(64),
      role_key: text(64),
      method: text(20),
      route: text(512),
      /** 1 or 0. */
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
} as const satisfies DeclaredTables
