import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const SESSION_TABLES = {
  /** One row per issued token. The token itself is not stored. */
  sessions: {
    columns: {
      id: 'id',
      nonce: text(64),
      /** Identifies the key, issuer and mode of the session's token. */
      signer: text(64),
      user_id: 'integer',
      role_id: 'integer',
      ipaddr: text(255),
      /** Of `ipaddr`: see `platform/network/address-range.ts`. */
      address_key: text(64),
      browser: text(255),
      os: text(255),
      platform: text(255),
      issued_at: 'integer',
      expires_at: 'integer',
    },
    defaults: { signer: '', address_key: '' },
    indexes: {
      sessions_expires_at: ['expires_at'],
      sessions_by_time: ['issued_at', 'id'],
      sessions_by_user: ['user_id', 'issued_at', 'id'],
      sessions_by_role: ['role_id', 'issued_at', 'id'],
      sessions_by_address: ['address_key', 'issued_at', 'id'],
      sessions_by_browser: ['browser', 'issued_at', 'id'],
      sessions_by_os: ['os', 'issued_at', 'id'],
      sessions_by_signer: ['signer'],
    },
  },

  /** The last login of each user. A table of its own, because a login only takes a shared lock on the user. */
  user_logins: {
    columns: {
      /** The id of the user. */
      id: 'integer',
      logged_in_at: 'integer',
    },
  },

  /** A network from which a user has logged in. The id is a hash of both. */
  user_networks: {
    columns: {
      id: text(64),
      user_id: 'integer',
      /** The time of the last login. */
      logged_in_at: 'integer',
    },
    indexes: { user_networks_by_user: ['user_id'], user_networks_by_time: ['logged_in_at'] },
  },
} as const satisfies DeclaredTables

export type SessionTables = TablesOf<typeof SESSION_TABLES>
