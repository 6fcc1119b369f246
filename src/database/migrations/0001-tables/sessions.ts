import { type DeclaredTables, text } from '../table.ts'

const NAME = text(255)
const SESSION_ORDER = ['issued_at', 'id']

/** Sessions, revocations and the failed logins that the throttle counts. */
export const SESSION_TABLES: DeclaredTables = {
  sessions: {
    columns: {
      id: 'id',
      nonce: text(64),
      signer: text(64),
      user_id: 'integer',
      role_id: 'integer',
      ipaddr: NAME,
      address_key: text(64),
      browser: NAME,
      os: NAME,
      platform: NAME,
      issued_at: 'integer',
      expires_at: 'integer',
    },
    defaults: { signer: '', address_key: '' },
    indexes: {
      sessions_expires_at: ['expires_at'],
      sessions_by_time: SESSION_ORDER,
      sessions_by_user: ['user_id', ...SESSION_ORDER],
      sessions_by_role: ['role_id', ...SESSION_ORDER],
      sessions_by_address: ['address_key', ...SESSION_ORDER],
      sessions_by_browser: ['browser', ...SESSION_ORDER],
      sessions_by_os: ['os', ...SESSION_ORDER],
      sessions_by_signer: ['signer'],
    },
  },

  revocations: {
    columns: {
      id: 'id',
      kind: text(16),
      subject_id: 'integer',
      up_to_session: 'integer',
      reason: text(32),
      expires_at: 'integer',
    },
    defaults: { reason: '' },
    indexes: { revocations_expires_at: ['expires_at'] },
  },

  login_attempts: {
    columns: {
      id: text(64),
      username: NAME,
      network: text(64),
      failures: 'integer',
      blocked_until: 'integer',
      succeeded_at: 'integer',
      updated_at: 'integer',
    },
    defaults: { username: '', network: '' },
    indexes: { login_attempts_by_time: ['updated_at'], login_attempts_by_block: ['blocked_until', 'id'] },
  },
}
