import { type DeclaredTables, LONG_TEXT, text } from '../../../platform/database/migrations/table.ts'

export const PASSKEY_TABLES = {
  passkeys: {
    columns: {
      id: 'id',
      user_id: 'integer',
      /** The random identifier of the user that authenticators store: the same for all passkeys of a user. */
      user_handle: text(64),
      /** The SHA-256 hash of the credential id: some databases cannot index a text as long as the id. */
      credential_hash: text(64),
      credential_id: LONG_TEXT,
      public_key: LONG_TEXT,
      /** The signature counter of the last login; 0 if the authenticator does not count. */
      counter: 'integer',
      /** Separated by commas. */
      transports: text(255),
      name: text(64),
      aaguid: text(64),
      /** 1: the passkey is synchronized between devices. */
      backed_up: 'integer',
      /** The rights that the user had when it was registered: see `core/user/credential-rights.ts`. */
      rights: text(64),
      created_at: 'integer',
      /** 0 before the first login. */
      last_used_at: 'integer',
    },
    defaults: { rights: '' },
    unique: { passkeys_of_credential: ['credential_hash'] },
    indexes: { passkeys_by_user: ['user_id'] },
  },
} as const satisfies DeclaredTables

/** The columns with the id of the user whose rows are deleted with the user. */
export const PASSKEY_ROWS = { passkeys: 'user_id' } as const
