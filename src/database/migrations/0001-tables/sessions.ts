import type { MigrationContext } from '../context.ts'
import { createTable, text } from '../table.ts'

const NAME = text(255)

/** Creates sessions, revocations and the failed logins that the throttle counts. */
export async function createSessions(context: MigrationContext): Promise<void> {
  const order = ['issued_at', 'id']
  await createTable(
    context,
    'sessions',
    {
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
    {
      defaults: { signer: '', address_key: '' },
      indexes: {
        sessions_expires_at: ['expires_at'],
        sessions_by_time: order,
        sessions_by_user: ['user_id', ...order],
        sessions_by_role: ['role_id', ...order],
        sessions_by_address: ['address_key', ...order],
        sessions_by_browser: ['browser', ...order],
        sessions_by_os: ['os', ...order],
        sessions_by_signer: ['signer'],
      },
    },
  )
  await createTable(
    context,
    'revocations',
    {
      id: 'id',
      kind: text(16),
      subject_id: 'integer',
      up_to_session: 'integer',
      reason: text(32),
      expires_at: 'integer',
    },
    { defaults: { reason: '' }, indexes: { revocations_expires_at: ['expires_at'] } },
  )
  await createTable(
    context,
    'login_attempts',
    {
      id: text(64),
      username: NAME,
      network: text(64),
      failures: 'integer',
      blocked_until: 'integer',
      succeeded_at: 'integer',
      updated_at: 'integer',
    },
    {
      defaults: { username: '', network: '' },
      indexes: {
        login_attempts_by_time: ['updated_at'],
        login_attempts_by_block: ['blocked_until', 'id'],
      },
    },
  )
}
