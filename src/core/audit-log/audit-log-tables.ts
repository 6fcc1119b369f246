import {
  type DeclaredTables,
  LONG_TEXT,
  type TablesOf,
  text,
} from '../../platform/database/migrations/table.ts'

export const AUDIT_LOG_TABLES = {
  /** Changes that operators made. The id is the position in the log, without gaps. */
  audit_log: {
    columns: {
      id: 'integer',
      made_at: 'integer',
      /** 0 if the operator has no account, such as the command line. */
      operator_id: 'integer',
      operator: text(255),
      /** The owner of an operator that is a service account; empty for others. */
      operator_owner: text(255),
      source: text(32),
      ipaddr: text(255),
      request_id: text(255),
      action: text(64),
      target_kind: text(32),
      /** 0 if the change concerns several targets. */
      target_id: 'integer',
      target: text(1024),
      /** The user who was changed; 0 if the change concerns several users, or something else. */
      user_id: 'integer',
      /**
       * The departments that the change concerned when it was made, 0 for users without one, in ascending order and separated by commas. Whoever
       * sees all of them sees the entry. Empty for an entry that only operators with all data and its operator see.
       */
      departments: text(512),
      /** JSON, like `after`; empty if there was nothing. */
      before: LONG_TEXT,
      after: LONG_TEXT,
      hash: text(64),
    },
    defaults: { operator_owner: '', departments: '' },
    indexes: {
      audit_log_by_time: ['made_at', 'id'],
      audit_log_by_operator: ['operator', 'made_at', 'id'],
      audit_log_by_operator_id: ['operator_id', 'made_at', 'id'],
      audit_log_by_action: ['action', 'made_at', 'id'],
      audit_log_by_kind: ['target_kind', 'made_at', 'id'],
      audit_log_by_target: ['target_id', 'made_at', 'id'],
      audit_log_by_user: ['user_id', 'made_at', 'id'],
      audit_log_by_departments: ['departments', 'made_at', 'id'],
    },
  },

  /** The lists of several departments that entries of the audit log have. */
  audit_log_departments: {
    columns: {
      id: 'id',
      departments: text(512),
    },
    unique: { audit_log_departments_unique: ['departments'] },
  },
} as const satisfies DeclaredTables

export type AuditLogTables = TablesOf<typeof AUDIT_LOG_TABLES>
