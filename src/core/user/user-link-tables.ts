import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'

export const USER_LINK_TABLES = {
  /** The account of a user at an identity provider or in a directory. */
  user_links: {
    columns: {
      id: 'id',
      /** The issuer of an OpenID Connect provider, or the directory. */
      issuer: text(255),
      /** The permanent identifier of the account at the issuer. */
      subject: text(255),
      user_id: 'integer',
      /** The rights that the user had when it was linked: see `core/user/credential-rights.ts`. */
      rights: text(64),
      linked_at: 'integer',
      /** 0 before the first login. */
      last_login_at: 'integer',
      /** Since when the issuer gives the user no access: the account is gone, disabled or without a role. 0: it does. */
      refused_at: 'integer',
    },
    defaults: { rights: '', refused_at: 0 },
    unique: { user_links_of_subject: ['issuer', 'subject'] },
    indexes: { user_links_by_user: ['user_id'] },
  },
} as const satisfies DeclaredTables

export type UserLinkTables = TablesOf<typeof USER_LINK_TABLES>
