import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const LOGIN_TABLES = {
  /** The id is a hash of a username and a network, of a network, or of an account whose failures are also counted on their own. */
  login_attempts: {
    columns: {
      id: text(64),
      /** The name as it was sent, while it is blocked; else empty, as for a network. */
      username: text(255),
      /** The network, while it or the username is blocked; else empty, as for an account. */
      network: text(64),
      failures: 'integer',
      blocked_until: 'integer',
      succeeded_at: 'integer',
      updated_at: 'integer',
    },
    defaults: { username: '', network: '' },
    indexes: { login_attempts_by_time: ['updated_at'], login_attempts_by_block: ['blocked_until', 'id'] },
  },
} as const satisfies DeclaredTables

export type LoginTables = TablesOf<typeof LOGIN_TABLES>
