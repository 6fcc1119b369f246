import {
  type DeclaredTables,
  LONG_TEXT,
  type TablesOf,
  text,
} from '../../../platform/database/migrations/table.ts'

export const SERVICE_ACCOUNT_TABLES = {
  /** What only the account of a program has: a user with the login method `service`. */
  service_accounts: {
    columns: {
      /** The id of the user. */
      id: 'integer',
      /** The id of the person who answers for it. */
      owner_id: 'integer',
      /** 0: it waits for its owner, to whom somebody else has given it. */
      accepted: 'integer',
      /** 0: it does not expire. */
      expires_at: 'integer',
      /** The networks from which it may log in, separated by commas; empty for all. */
      networks: text(2048),
      /** 0: it was never used. A use is a login or a request behind the permission check. */
      last_used_at: 'integer',
      last_network: text(64),
      /** The method and the route. */
      last_route: text(600),
    },
    indexes: { service_accounts_by_owner: ['owner_id'] },
  },

  service_secrets: {
    columns: {
      id: 'id',
      user_id: 'integer',
      /** SHA-256 of the secret, which is random and needs no slow hash. */
      secret_hash: text(64),
      created_at: 'integer',
      /** 0: it was never used. */
      last_used_at: 'integer',
    },
    unique: { service_secrets_of_hash: ['secret_hash'] },
    indexes: { service_secrets_by_user: ['user_id'] },
  },

  service_keys: {
    columns: {
      id: 'id',
      user_id: 'integer',
      algorithm: text(16),
      /** In PEM. */
      public_key: LONG_TEXT,
      /** SHA-256 of the public key. */
      fingerprint: text(64),
      created_at: 'integer',
      /** 0: it was never used. */
      last_used_at: 'integer',
    },
    unique: { service_keys_of_user: ['user_id', 'fingerprint'] },
  },

  used_assertions: {
    columns: {
      /** SHA-256 of the account and the `jti` of the assertion. */
      id: text(64),
      /** From then on, the assertion is refused because it is too old. */
      expires_at: 'integer',
    },
    indexes: { used_assertions_by_expiry: ['expires_at'] },
  },
} as const satisfies DeclaredTables

export type ServiceAccountTables = TablesOf<typeof SERVICE_ACCOUNT_TABLES>
