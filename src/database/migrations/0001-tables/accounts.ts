import { sql } from 'kysely'
import type { MigrationContext } from '../context.ts'
import {
  createDeclaredTables,
  type DeclaredTables,
  insertIfMissing,
  LONG_TEXT,
  mysqlTable,
  text,
} from '../table.ts'

const NAME = text(255)
const STATUS = text(16)
/** Two ids and a data scope. */
const RIGHTS = text(64)
const REMARK = text(1024)

/** Roles and departments. */
const GROUPS: DeclaredTables = {
  roles: {
    columns: {
      id: 'id',
      role_name: NAME,
      role_key: text(64),
      data_scope: STATUS,
      dept_ids: LONG_TEXT,
      status: STATUS,
      remark: REMARK,
      revision: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
    unique: { roles_role_key_unique: ['role_key'] },
    defaults: { revision: 1 },
  },

  departments: {
    columns: {
      id: 'id',
      parent_id: 'integer',
      dept_name: NAME,
      sort: 'integer',
      leader: NAME,
      phone: text(64),
      email: NAME,
      status: STATUS,
      revision: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
    defaults: { revision: 1 },
    indexes: { departments_by_parent: ['parent_id', 'sort', 'id'] },
  },
}

const POLICY_RULES: DeclaredTables = {
  policy_rules: {
    columns: { id: 'id', role_key: text(64), path: text(1024), method: text(16) },
    unique: { policy_rules_unique: ['role_key', 'path', 'method'] },
  },
}

const USERS: DeclaredTables[string] = {
  columns: {
    id: 'id',
    username: text(64),
    username_key: NAME,
    name_skeleton: NAME,
    password_hash: NAME,
    credential_version: 'integer',
    password_change_due: 'integer',
    revision: 'integer',
    nick_name: NAME,
    email: NAME,
    email_key: NAME,
    phone: text(64),
    role_id: 'integer',
    role_until: 'integer',
    former_role_id: 'integer',
    role_reminder_at: 'integer',
    dept_id: 'integer',
    data_scope: STATUS,
    status: STATUS,
    suspended_with: 'integer',
    suspended_by: 'integer',
    remark: REMARK,
    login_methods: NAME,
    password_rights: RIGHTS,
    email_rights: RIGHTS,
    phone_rights: RIGHTS,
    created_at: 'integer',
    updated_at: 'integer',
  },
  unique: { users_username_key_unique: ['username_key'] },
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
  // One for each way in which users can be filtered and sorted. Each ends with the id, so that keyset pagination reads
  // the index only.
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
}

/** Tables of their own for what must not lock or enlarge the rows of users, and for their number. */
const DATA_OF_USERS: DeclaredTables = {
  // The number of users, because counting a million rows takes too long for a page.
  counters: { columns: { id: text(32), value: 'integer' } },
  user_search: { columns: { id: 'integer', search_text: text(2048) } },
  user_logins: { columns: { id: 'integer', logged_in_at: 'integer' } },
  user_networks: {
    columns: { id: text(64), user_id: 'integer', logged_in_at: 'integer' },
    indexes: { user_networks_by_user: ['user_id'], user_networks_by_time: ['logged_in_at'] },
  },
}

/** What login methods other than username and password need, and the confirmations of a second administrator. */
const CREDENTIALS: DeclaredTables = {
  user_links: {
    columns: {
      id: 'id',
      issuer: NAME,
      subject: NAME,
      user_id: 'integer',
      rights: RIGHTS,
      linked_at: 'integer',
      last_login_at: 'integer',
      refused_at: 'integer',
    },
    defaults: { rights: '', refused_at: 0 },
    unique: { user_links_of_subject: ['issuer', 'subject'] },
    indexes: { user_links_by_user: ['user_id'] },
  },
  second_factors: {
    columns: {
      id: 'integer',
      secret: text(512),
      confirmed_at: 'integer',
      last_step: 'integer',
      created_at: 'integer',
    },
  },
  recovery_codes: {
    columns: { id: 'id', user_id: 'integer', code_hash: text(128), used_at: 'integer' },
    indexes: { recovery_codes_by_user: ['user_id'] },
  },
  passkeys: {
    columns: {
      id: 'id',
      user_id: 'integer',
      user_handle: text(64),
      credential_hash: text(64),
      credential_id: LONG_TEXT,
      public_key: LONG_TEXT,
      counter: 'integer',
      transports: NAME,
      name: text(64),
      aaguid: text(64),
      backed_up: 'integer',
      rights: RIGHTS,
      created_at: 'integer',
      last_used_at: 'integer',
    },
    defaults: { rights: '' },
    unique: { passkeys_of_credential: ['credential_hash'] },
    indexes: { passkeys_by_user: ['user_id'] },
  },
  password_links: {
    columns: { id: 'integer', link_hash: text(64), credential_version: 'integer', expires_at: 'integer' },
    unique: { password_links_of_hash: ['link_hash'] },
  },
  confirmations: {
    columns: {
      id: 'id',
      user_id: 'integer',
      username: NAME,
      method: text(16),
      path: LONG_TEXT,
      kinds: NAME,
      digest: text(64),
      changes: LONG_TEXT,
      reach: LONG_TEXT,
      beneficiaries: LONG_TEXT,
      status: text(16),
      created_at: 'integer',
      expires_at: 'integer',
      decided_by: NAME,
      decided_by_id: 'integer',
      decided_at: 'integer',
    },
    indexes: { confirmations_by_user: ['user_id', 'digest'], confirmations_by_time: ['expires_at'] },
  },
}

/** What only users have that are accounts of programs. */
const SERVICE_ACCOUNTS: DeclaredTables = {
  service_accounts: {
    columns: {
      id: 'integer',
      owner_id: 'integer',
      accepted: 'integer',
      expires_at: 'integer',
      networks: text(2048),
      last_used_at: 'integer',
      last_network: text(64),
      last_route: text(600),
    },
    indexes: { service_accounts_by_owner: ['owner_id'] },
  },
  service_secrets: {
    columns: {
      id: 'id',
      user_id: 'integer',
      secret_hash: text(64),
      created_at: 'integer',
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
      public_key: LONG_TEXT,
      fingerprint: text(64),
      created_at: 'integer',
      last_used_at: 'integer',
    },
    unique: { service_keys_of_user: ['user_id', 'fingerprint'] },
  },
  used_assertions: {
    columns: { id: text(64), expires_at: 'integer' },
    indexes: { used_assertions_by_expiry: ['expires_at'] },
  },
}

const ACCESS_REQUESTS: DeclaredTables = {
  access_requests: {
    columns: {
      id: 'id',
      user_id: 'integer',
      role_id: 'integer',
      hours: 'integer',
      reason: NAME,
      state_hash: text(64),
      status: STATUS,
      created_at: 'integer',
      expires_at: 'integer',
      decided_by: NAME,
      decided_at: 'integer',
      note: NAME,
    },
    indexes: { access_requests_by_user: ['user_id', 'id'], access_requests_by_expiry: ['expires_at'] },
  },
}

/** Creates roles and their rules, departments, and users and what they log in with. */
export async function createAccounts(context: MigrationContext): Promise<void> {
  await createDeclaredTables(context, GROUPS)
  await insertAdminRole(context)
  if (context.dialect === 'mysql') await createPolicyRulesOnMysql(context)
  else await createDeclaredTables(context, POLICY_RULES)
  await createUsers(context)
  await createDeclaredTables(context, DATA_OF_USERS)
  await insertIfMissing(context, 'counters', { id: 'users', value: 0 })
  if (context.dialect === 'sqlite') await createTrigramsOnSqlite(context)
  if (context.dialect === 'postgres') await createTrigramsOnPostgres(context)
  await createDeclaredTables(context, { ...CREDENTIALS, ...SERVICE_ACCOUNTS, ...ACCESS_REQUESTS })
}

/** Inserts the role that passes the permission check without rules. */
async function insertAdminRole(context: MigrationContext): Promise<void> {
  const admin = { role_name: 'Administrator', role_key: 'admin', data_scope: '1', dept_ids: '' }
  const at = Date.now()
  await insertIfMissing(
    context,
    'roles',
    { ...admin, status: '2', remark: '', created_at: at, updated_at: at },
    'role_key',
  )
}

/** The three columns exceed the maximum length of a key on MySQL, so that their hash is the key. */
async function createPolicyRulesOnMysql(context: MigrationContext): Promise<void> {
  await sql`
    create table if not exists policy_rules (
      id bigint not null auto_increment primary key,
      role_key varchar(64) not null,
      path varchar(1024) not null,
      method varchar(16) not null,
      rule_hash binary(32)
        generated always as (unhex(sha2(concat_ws(char(10), role_key, path, method), 256))) stored,
      unique key policy_rules_unique (rule_hash),
      key policy_rules_role_key (role_key, path(255))
    ) ${mysqlTable(context)}`.execute(context.database)
}

async function createUsers(context: MigrationContext): Promise<void> {
  if (context.dialect !== 'postgres') return createDeclaredTables(context, { users: USERS })
  await createDeclaredTables(context, { users: { ...USERS, unique: {} } })
  // The other databases have the id in every index.
  await sql`
    create unique index if not exists users_username_key_unique
      on users (username_key) include (id)`.execute(context.database)
}

async function createTrigramsOnSqlite({ database }: MigrationContext): Promise<void> {
  const fts5 = await sql`
    select 1 from pragma_compile_options where compile_options = 'ENABLE_FTS5'`.execute(database)
  if (fts5.rows.length === 0) return
  // Without positions, which take most of the space: a search compares the texts that it finds.
  await sql`
    create virtual table if not exists user_search_trigrams using fts5 (
      search_text, content = 'user_search', content_rowid = 'id',
      tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`.execute(database)
  const add = sql`insert into user_search_trigrams (rowid, search_text) values (new.id, new.search_text);`
  const remove = sql`
    insert into user_search_trigrams (user_search_trigrams, rowid, search_text)
      values ('delete', old.id, old.search_text);`
  await sql`
    create trigger if not exists user_search_inserted after insert on user_search begin ${add} end`.execute(
    database,
  )
  await sql`
    create trigger if not exists user_search_deleted after delete on user_search begin ${remove} end`.execute(
    database,
  )
  await sql`
    create trigger if not exists user_search_updated after update on user_search begin ${remove} ${add} end`.execute(
    database,
  )
}

/** Leaves out the index where the server lacks the extension or does not allow this user to create it. */
async function createTrigramsOnPostgres({ database }: MigrationContext): Promise<void> {
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index if not exists user_search_trigrams on user_search using gin (search_text gin_trgm_ops);
    exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
      null;
    end $$`.execute(database)
}
