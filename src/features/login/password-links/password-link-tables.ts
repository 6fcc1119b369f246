import { type DeclaredTables, text } from '../../../platform/database/migrations/table.ts'

export const PASSWORD_LINK_TABLES = {
  /** The link with which a user can set a password. The id is the id of the user: a newer link replaces it. */
  password_links: {
    columns: {
      id: 'integer',
      /** SHA-256 of the secret in the link, which is random and needs no slow hash. */
      link_hash: text(64),
      /** Of the user when the link was created. A link of an earlier version is void. */
      credential_version: 'integer',
      expires_at: 'integer',
    },
    unique: { password_links_of_hash: ['link_hash'] },
  },
} as const satisfies DeclaredTables

/** The columns with the id of the user whose rows are deleted with the user. */
export const PASSWORD_LINK_ROWS = { password_links: 'id' } as const
