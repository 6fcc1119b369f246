import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'
import { createIndex, createTable, insertIfMissing, text } from './table.ts'

const NAME = text(255)
const STATUS = text(16)
const REMARK = text(1024)

export async function createFirstTables(context: MigrationContext): Promise<void> {
  await accounts(context)
  await adminRole(context)
  await policyRules(context)
  await sessions(context)
  await loginLog(context)
  await changes(context)
  await nodes(context)
}

async function accounts(context: MigrationContext): Promise<void> {
  await createTable(
    context,
    'roles',
    {
      id: 'id',
      role_name: NAME,
      role_key: text(64),
      data_scope: STATUS,
      status: STATUS,
      remark: REMARK,
      created_at: 'integer',
      updated_at: 'integer',
    },
    { unique: { roles_role_key_unique: ['role_key'] } },
  )
  await createTable(
    context,
    'users',
    {
      id: 'id',
      username: text(64),
      username_key: NAME,
      password_hash: NAME,
      credential_version: 'integer',
      nick_name: NAME,
      email: NAME,
      phone: text(64),
      role_id: 'integer',
      status: STATUS,
      remark: REMARK,
      created_at: 'integer',
      updated_at: 'integer',
    },
    {
      unique: { users_username_key_unique: ['username_key'] },
      defaults: { credential_version: 1 },
      references: { role_id: 'roles' },
    },
  )
  await createIndex(context, 'users_username', 'users', ['username'])
  await createIndex(context, 'users_role_id', 'users', ['role_id'])
}

/** Creates the role that passes the permission check without rules. */
async function adminRole(context: MigrationContext): Promise<void> {
  const at = Date.now()
  const role = { role_name: 'Administrator', role_key: 'admin', data_scope: '1', status: '2', remark: '' }
  await insertIfMissing(context, 'roles', { ...role, created_at: at, updated_at: at }, 'role_key')
}

async function policyRules(context: MigrationContext): Promise<void> {
  const columns = { id: 'id', role_key: text(64), path: text(1024), method: text(16) } as const
  if (context.dialect !== 'mysql') {
    const unique = { policy_rules_unique: ['role_key', 'path', 'method'] }
    return createTable(context, 'policy_rules', columns, { unique })
  }
  await createTable(context, 'policy_rules', columns)
  await uniqueRulesOnMysql(context)
}

/** The three columns exceed the maximum length of a key on MySQL, so that their hash is the key. */
async function uniqueRulesOnMysql(context: MigrationContext): Promise<void> {
  const { database } = context
  const { rows } = await sql`
    select 1 from information_schema.columns
    where table_schema = database() and table_name = 'policy_rules' and column_name = 'rule_hash'`.execute(
    database,
  )
  if (rows.length === 0) {
    await sql`
      alter table policy_rules
        add column rule_hash binary(32)
          generated always as (unhex(sha2(concat_ws(char(10), role_key, path, method), 256))) stored,
        add unique key policy_rules_unique (rule_hash),
        add key policy_rules_role_key (role_key, path(255))`.execute(database)
  }
}

async function sessions(context: MigrationContext): Promise<void> {
  await createTable(context, 'sessions', {
    id: 'id',
    nonce: text(64),
    user_id: 'integer',
    role_id: 'integer',
    ipaddr: NAME,
    browser: NAME,
    os: NAME,
    platform: NAME,
    issued_at: 'integer',
    expires_at: 'integer',
  })
  await createIndex(context, 'sessions_expires_at', 'sessions', ['expires_at'])
  await createTable(context, 'revocations', {
    id: 'id',
    kind: STATUS,
    subject_id: 'integer',
    up_to_session: 'integer',
    expires_at: 'integer',
  })
  await createIndex(context, 'revocations_expires_at', 'revocations', ['expires_at'])
}

async function loginLog(context: MigrationContext): Promise<void> {
  await createTable(
    context,
    'login_log',
    {
      id: 'id',
      entry_key: text(64),
      username: NAME,
      status: STATUS,
      ipaddr: NAME,
      login_location: NAME,
      browser: NAME,
      os: NAME,
      platform: NAME,
      login_time: 'integer',
      remark: REMARK,
      msg: REMARK,
    },
    { unique: { login_log_entry_key_unique: ['entry_key'] } },
  )
  await createIndex(context, 'login_log_login_time', 'login_log', ['login_time'])
  await createIndex(context, 'login_log_username', 'login_log', ['username', 'id'])
  await createIndex(context, 'login_log_ipaddr', 'login_log', ['ipaddr', 'id'])
}

async function changes(context: MigrationContext): Promise<void> {
  const columns = { version: 'integer', kind: text(32), made_at: 'integer' } as const
  await createTable(context, 'changes', columns, { primaryKey: 'version' })
  await createIndex(context, 'changes_made_at', 'changes', ['made_at'])
  await createTable(context, 'change_head', { id: 'integer', version: 'integer' })
  await insertIfMissing(context, 'change_head', { id: 1, version: 0 })
}

async function nodes(context: MigrationContext): Promise<void> {
  await createTable(context, 'nodes', {
    id: text(64),
    name: NAME,
    started_at: 'integer',
    seen_at: 'integer',
    version: 'integer',
  })
}
