import type { MigrationContext } from '../../platform/database/migrations/context.ts'
import { createTables, insertIfMissing } from '../../platform/database/migrations/create-table.ts'
import { type DeclaredTables, type TablesOf, text } from '../../platform/database/migrations/table.ts'
import { createTrigrams } from '../../platform/database/migrations/trigrams.ts'

export const USER_TABLES = {
  users: {
    columns: {
      id: 'id',
      username: text(64),
      /** The form of the username that must be unique: see `core/user/name/username.ts`. */
      username_key: text(255),
      /** The same for usernames that look alike: see `core/user/name/name-skeleton.ts`. */
      name_skeleton: text(255),
      password_hash: text(255),
      /** Increases with every change that invalidates a login in progress or a sent link: a new password, role, address, … */
      credential_version: 'integer',
      /** 1: the user must set a new password first. */
      password_change_due: 'integer',
      /** Increases with every change, so that concurrent changes are detected. */
      revision: 'integer',
      nick_name: text(255),
      email: text(255),
      /** The form in which the e-mail address is compared with usernames; empty if it is too long for one. */
      email_key: text(255),
      phone: text(64),
      role_id: 'integer',
      /** When the role ends, in the time of the database; 0 for a role without an end. */
      role_until: 'integer',
      /** The role that returns at the end; 0 if the role has no end. */
      former_role_id: 'integer',
      /** When the event that announces the end is due; 0 if there is none, or none any more. */
      role_reminder_at: 'integer',
      /** 0: the user is in no department. */
      dept_id: 'integer',
      /** Replaces the data scope of the role, unless it is empty. */
      data_scope: text(16),
      status: text(16),
      /** The other user of a suspension, until somebody decides about this one; 0 for a user who is not suspended. */
      suspended_with: 'integer',
      /** Which of the two has suspended the other; 0 for a user who is not suspended. */
      suspended_by: 'integer',
      remark: text(1024),
      /** The login methods that the user may use, separated by commas; empty for all enabled ones. */
      login_methods: text(255),
      /** The rights that the user had when the password was set: see `core/user/credential-rights.ts`. */
      password_rights: text(64),
      email_rights: text(64),
      phone_rights: text(64),
      created_at: 'integer',
      updated_at: 'integer',
    },
    uniqueWithId: { users_username_key_unique: ['username_key'] },
    defaults: {
      name_skeleton: '',
      email_key: '',
      credential_version: 1,
      password_change_due: 0,
      revision: 1,
      role_until: 0,
      former_role_id: 0,
      role_reminder_at: 0,
      dept_id: 0,
      data_scope: '',
      suspended_with: 0,
      suspended_by: 0,
      login_methods: '',
      password_rights: '',
      email_rights: '',
      phone_rights: '',
    },
    references: { role_id: 'roles' },
    // One for each way in which users can be filtered and sorted. Each ends with the id, so that keyset pagination reads the index only.
    indexes: {
      users_username: ['username'],
      users_by_status: ['status', 'id'],
      users_by_status_name: ['status', 'username_key', 'id'],
      users_by_role: ['role_id', 'id'],
      users_by_role_name: ['role_id', 'username_key', 'id'],
      users_by_role_status: ['role_id', 'status', 'id'],
      users_by_role_status_name: ['role_id', 'status', 'username_key', 'id'],
      users_by_role_end: ['role_until', 'id'],
      users_by_suspension: ['suspended_with', 'id'],
      users_by_department: ['dept_id', 'id'],
      users_by_email: ['email', 'username_key', 'id'],
      users_by_phone: ['phone', 'username_key', 'id'],
      users_by_name_skeleton: ['name_skeleton', 'id'],
      users_by_email_key: ['email_key', 'id'],
      // To find which kinds of hashes are stored without reading all users.
      users_by_password_hash: ['password_hash'],
    },
  },

  /** The text in which a user is searched: see `core/user/list/user-search.ts`. A table of its own, because a search reads all of it. */
  user_search: {
    columns: {
      /** The id of the user. */
      id: 'integer',
      search_text: text(2048),
    },
  },

  /** The number of rows of a table for which counting takes too long. */
  counters: {
    columns: {
      id: text(32),
      value: 'integer',
    },
  },
} as const satisfies DeclaredTables

export type UserTables = TablesOf<typeof USER_TABLES>

/** Creates the tables, with the index of trigrams where the database has it. */
export async function createUserTables(context: MigrationContext): Promise<void> {
  await createTables(context, USER_TABLES)
  await insertIfMissing(context, 'counters', { id: 'users', value: 0 })
  await createTrigrams(context)
}
