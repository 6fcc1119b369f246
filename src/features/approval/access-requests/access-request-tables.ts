import { choice, type DeclaredTables, text } from '../../../platform/database/migrations/table.ts'

export const ACCESS_REQUEST_TABLES = {
  /** The request of a user for a role for some hours. Its times are times of the database. */
  access_requests: {
    columns: {
      id: 'id',
      user_id: 'integer',
      role_id: 'integer',
      hours: 'integer',
      reason: text(255),
      /** SHA-256 of what the role and the user were. A request is void after a change of them. */
      state_hash: text(64),
      /** A request that waits when it expires keeps this status. */
      status: choice(['waiting', 'approved', 'refused', 'withdrawn']),
      created_at: 'integer',
      expires_at: 'integer',
      /** The name of the one who decided; empty before. */
      decided_by: text(255),
      /** 0 before the decision. */
      decided_at: 'integer',
      note: text(255),
    },
    indexes: { access_requests_by_user: ['user_id', 'id'], access_requests_by_expiry: ['expires_at'] },
  },
} as const satisfies DeclaredTables

/** The columns with the id of the user whose rows are deleted with the user. */
export const ACCESS_REQUEST_ROWS = { access_requests: 'user_id' } as const
