import { type DeclaredTables, LONG_TEXT, text } from '../../../platform/database/migrations/table.ts'

export const SERVICE_CREDENTIAL_TABLES = {
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

/** The columns with the id of the user whose rows are deleted with the user. */
export const SERVICE_CREDENTIAL_ROWS = { service_secrets: 'user_id', service_keys: 'user_id' } as const
