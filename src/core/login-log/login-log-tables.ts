import type { MigrationContext } from '../../platform/database/migrations/context.ts'
import { createIndex, createTables } from '../../platform/database/migrations/create-table.ts'
import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const LOGIN_LOG_TABLES = {
  login_log: {
    columns: {
      id: 'id',
      /** Generated when the attempt is recorded, so that an entry is not stored twice. */
      entry_key: text(64),
      username: text(255),
      /** The user with this name when the entry was stored; 0 if there was none. */
      user_id: 'integer',
      status: text(16),
      ipaddr: text(255),
      /** Of `ipaddr`: see `platform/network/address-range.ts`. */
      address_key: text(64),
      login_location: text(255),
      browser: text(255),
      os: text(255),
      platform: text(255),
      login_time: 'integer',
      remark: text(1024),
      msg: text(1024),
      /** A stable code for `msg`, such as `captcha-wrong`. */
      reason: text(64),
      /** The login method of the attempt; empty for a logout, and if the request names no method that is known. */
      method: text(32),
      /** Shared by the entries of a login in two steps; empty for other entries. */
      login_key: text(64),
      /** 1 if the user had logged in before, but never from this network. */
      new_network: 'integer',
      /** The version of the hash chain with which the entry was written. */
      chain_version: 'integer',
      /** The position in the log, without gaps. */
      position: 'integer',
      /** The hash of this entry and all entries before it: see `logs/hash-chain/`. */
      hash: text(64),
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
      login_log_by_time: ['login_time', 'id'],
      // With what the overview ranks, so that it reads the index only.
      login_log_by_status: ['status', 'login_time', 'id', 'username', 'ipaddr'],
      login_log_by_reason: ['reason', 'login_time', 'id'],
      login_log_by_new_network: ['new_network', 'login_time', 'id'],
      // With the status, so that the failures of a user with many successful logins are found in the index.
      login_log_by_username: ['username', 'login_time', 'id', 'status'],
      login_log_by_user: ['user_id', 'login_time', 'id'],
      login_log_by_address: ['address_key', 'login_time', 'id', 'status'],
      login_log_by_login: ['login_key', 'login_time', 'id', 'status'],
    },
  },

  /** The number of entries of the login log in an hour, by status and reason. Changes in the same transaction as the log. */
  login_log_hours: {
    columns: {
      id: 'id',
      /** The beginning of the hour. */
      hour: 'integer',
      status: text(16),
      reason: text(64),
      count: 'integer',
    },
    unique: { login_log_hours_unique: ['hour', 'status', 'reason'] },
  },

  /** The position (`id`) and the hash of an entry that an operator has removed. */
  login_log_removed: {
    columns: {
      id: 'integer',
      hash: text(64),
      /** The entry of the audit log that records the removal. */
      audit_id: 'integer',
    },
  },
} as const satisfies DeclaredTables

export type LoginLogTables = TablesOf<typeof LOGIN_LOG_TABLES>

export async function createLoginLogTables(context: MigrationContext): Promise<void> {
  await createTables(context, LOGIN_LOG_TABLES)
  await createIndex(context, 'login_log_by_position', 'login_log', ['position'], { unique: true })
}
