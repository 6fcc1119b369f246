import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const REVOCATION_TABLES = {
  /** Sessions of the subject up to and including `up_to_session` are revoked. For a session, the subject is the session. */
  revocations: {
    columns: {
      id: 'id',
      kind: text(16),
      subject_id: 'integer',
      up_to_session: 'integer',
      /** Why the sessions were ended: an `EndReason`. */
      reason: text(32),
      /** When the last token that this revokes has expired. */
      expires_at: 'integer',
    },
    defaults: { reason: '' },
    indexes: { revocations_expires_at: ['expires_at'] },
  },
} as const satisfies DeclaredTables

export type RevocationTables = TablesOf<typeof REVOCATION_TABLES>
