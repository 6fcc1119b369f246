import type { MigrationContext } from '../context.ts'
import { createIndex, createTable, insertIfMissing, LONG_TEXT, text } from '../table.ts'

const NAME = text(255)
const HASH = text(64)
const REMARK = text(1024)

/** Creates the login log, the audit log, and their hash chains. */
export async function createLogs(context: MigrationContext): Promise<void> {
  await chains(context)
  await loginLog(context)
  await auditLog(context)
}

/** Stores the first and the last link of each hash chain. */
async function chains(context: MigrationContext): Promise<void> {
  await createTable(context, 'log_chains', {
    id: text(32),
    position: 'integer',
    hash: HASH,
    base_position: 'integer',
    base_hash: HASH,
  })
  const empty = { position: 0, hash: '', base_position: 0, base_hash: '' }
  for (const id of ['login_log', 'audit_log']) {
    await insertIfMissing(context, 'log_chains', { id, ...empty })
  }
}

async function loginLog(context: MigrationContext): Promise<void> {
  const order = ['login_time', 'id']
  await createTable(
    context,
    'login_log',
    {
      id: 'id',
      entry_key: text(64),
      username: NAME,
      user_id: 'integer',
      status: text(16),
      ipaddr: NAME,
      address_key: text(64),
      login_location: NAME,
      browser: NAME,
      os: NAME,
      platform: NAME,
      login_time: 'integer',
      remark: REMARK,
      msg: REMARK,
      reason: text(64),
      method: text(32),
      login_key: text(64),
      new_network: 'integer',
      chain_version: 'integer',
      position: 'integer',
      hash: HASH,
    },
    {
      unique: { login_log_entry_key_unique: ['entry_key'] },
      defaults: {
        user_id: 0,
        address_key: '',
        reason: '',
        method: '',
        login_key: '',
        new_network: 0,
        chain_version: 1,
        position: 0,
        hash: '',
      },
      indexes: {
        login_log_by_time: order,
        // With what the overview ranks, so that it reads the index only.
        login_log_by_status: ['status', ...order, 'username', 'ipaddr'],
        login_log_by_reason: ['reason', ...order],
        login_log_by_new_network: ['new_network', ...order],
        // With the status, so that the failures of a user with many successful logins are found in the index.
        login_log_by_username: ['username', ...order, 'status'],
        login_log_by_user: ['user_id', ...order],
        login_log_by_address: ['address_key', ...order, 'status'],
        login_log_by_login: ['login_key', ...order, 'status'],
      },
    },
  )
  await createIndex(context, 'login_log_by_position', 'login_log', ['position'], { unique: true })
  // The number of entries per hour, because counting the entries of a week takes too long for the overview.
  await createTable(
    context,
    'login_log_hours',
    { id: 'id', hour: 'integer', status: text(16), reason: text(64), count: 'integer' },
    { unique: { login_log_hours_unique: ['hour', 'status', 'reason'] } },
  )
  // A removed entry leaves its position, its hash and the audit entry of its removal.
  await createTable(context, 'login_log_removed', { id: 'integer', hash: HASH, audit_id: 'integer' })
}

async function auditLog(context: MigrationContext): Promise<void> {
  const order = ['made_at', 'id']
  await createTable(
    context,
    'audit_log',
    {
      id: 'integer',
      made_at: 'integer',
      operator_id: 'integer',
      operator: NAME,
      operator_owner: NAME,
      source: text(32),
      ipaddr: NAME,
      request_id: NAME,
      action: text(64),
      target_kind: text(32),
      target_id: 'integer',
      target: REMARK,
      user_id: 'integer',
      before: LONG_TEXT,
      after: LONG_TEXT,
      hash: HASH,
    },
    {
      defaults: { operator_owner: '' },
      indexes: {
        audit_log_by_time: order,
        audit_log_by_operator: ['operator', ...order],
        audit_log_by_action: ['action', ...order],
        audit_log_by_kind: ['target_kind', ...order],
        audit_log_by_target: ['target_id', ...order],
        audit_log_by_user: ['user_id', ...order],
      },
    },
  )
}
