import {
  type DeclaredTables,
  LONG_TEXT,
  type TablesOf,
  text,
} from '../../../platform/database/migrations/table.ts'

export const CONFIRMATION_TABLES = {
  /** A change that a second administrator has to confirm. */
  confirmations: {
    columns: {
      id: 'id',
      /** Who asked for the change. */
      user_id: 'integer',
      username: text(255),
      method: text(16),
      path: LONG_TEXT,
      /** What is protected about the change, separated by commas. */
      kinds: text(255),
      /** Identifies the change: see `features/approval/four-eyes/plan.ts`. */
      digest: text(64),
      /** The changes as in the audit log, as JSON. */
      changes: LONG_TEXT,
      /** What the concerned users and roles are before and after them, as JSON. */
      reach: LONG_TEXT,
      /** Who may not confirm them, as JSON. */
      beneficiaries: LONG_TEXT,
      status: text(16),
      created_at: 'integer',
      expires_at: 'integer',
      /** The username; empty while nobody has decided. */
      decided_by: text(255),
      /** 0 while nobody has decided. */
      decided_by_id: 'integer',
      decided_at: 'integer',
    },
    indexes: { confirmations_by_user: ['user_id', 'digest'], confirmations_by_time: ['expires_at'] },
  },
} as const satisfies DeclaredTables

export type ConfirmationTables = TablesOf<typeof CONFIRMATION_TABLES>
