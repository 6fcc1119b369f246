import type { MigrationContext } from '../context.ts'
import {
  createDeclaredTables,
  createIndex,
  type DeclaredTables,
  insertIfMissing,
  LONG_TEXT,
  text,
} from '../table.ts'

const NAME = text(255)
const HASH = text(64)
const REMARK = text(1024)
/** As long as a key of an index can be on every database. */
const DEPARTMENTS = text(512)
const LOGIN_ORDER = ['login_time', 'id']
const AUDIT_ORDER = ['made_at', 'id']

/** The login log, the audit log, and their hash chains. */
const TABLES: DeclaredTables = {
  // The first and the last link of each hash chain.
  log_chains: {
    columns: { id: text(32), position: 'integer', hash: HASH, base_position: 'integer', base_hash: HASH },
  },

  login_log: {
    columns: {
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
      login_log_by_time: LOGIN_ORDER,
      // With what the overview ranks, so that it reads the index only.
      login_log_by_status: ['status', ...LOGIN_ORDER, 'username', 'ipaddr'],
      login_log_by_reason: ['reason', ...LOGIN_ORDER],
      login_log_by_new_network: ['new_network', ...LOGIN_ORDER],
      // With the status, so that the failures of a user with many successful logins are found in the index.
      login_log_by_username: ['username', ...LOGIN_ORDER, 'status'],
      login_log_by_user: ['user_id', ...LOGIN_ORDER],
      login_log_by_address: ['address_key', ...LOGIN_ORDER, 'status'],
      login_log_by_login: ['login_key', ...LOGIN_ORDER, 'status'],
    },
  },

  // The number of entries per hour, because counting the entries of a week takes too long for the overview.
  login_log_hours: {
    columns: { id: 'id', hour: 'integer', status: text(16), reason: text(64), count: 'integer' },
    unique: { login_log_hours_unique: ['hour', 'status', 'reason'] },
  },

  // A removed entry leaves its position, its hash and the audit entry of its removal.
  login_log_removed: { columns: { id: 'integer', hash: HASH, audit_id: 'integer' } },

  audit_log: {
    columns: {
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
      departments: DEPARTMENTS,
      before: LONG_TEXT,
      after: LONG_TEXT,
      hash: HASH,
    },
    defaults: { operator_owner: '', departments: '' },
    indexes: {
      audit_log_by_time: AUDIT_ORDER,
      audit_log_by_operator: ['operator', ...AUDIT_ORDER],
      audit_log_by_operator_id: ['operator_id', ...AUDIT_ORDER],
      audit_log_by_action: ['action', ...AUDIT_ORDER],
      audit_log_by_kind: ['target_kind', ...AUDIT_ORDER],
      audit_log_by_target: ['target_id', ...AUDIT_ORDER],
      audit_log_by_user: ['user_id', ...AUDIT_ORDER],
      audit_log_by_departments: ['departments', ...AUDIT_ORDER],
    },
  },

  // The different lists of several departments in the audit log.
  audit_log_departments: {
    columns: { id: 'id', departments: DEPARTMENTS },
    unique: { audit_log_departments_unique: ['departments'] },
  },
}

export async function createLogs(context: MigrationContext): Promise<void> {
  await createDeclaredTables(context, TABLES)
  await createIndex(context, 'login_log_by_position', 'login_log', ['position'], { unique: true })
  const empty = { position: 0, hash: '', base_position: 0, base_hash: '' }
  for (const id of ['login_log', 'audit_log']) {
    await insertIfMissing(context, 'log_chains', { id, ...empty })
  }
}
