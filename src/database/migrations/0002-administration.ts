import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'
import { chainLoginLog } from './login-log-chain.ts'
import { addColumn, createIndex, createTable, dropIndex, insertIfMissing, LONG_TEXT, text } from './table.ts'
import { renewUsernameKeys } from './username-keys.ts'

const NAME = text(255)
const HASH = text(64)
const REMARK = text(1024)

export async function prepareAdministration(context: MigrationContext): Promise<void> {
  await revisions(context)
  await renewUsernameKeys(context)
  await counters(context)
  await userIndexes(context)
  await sessions(context)
  await chains(context)
  await auditLog(context)
  await loginLog(context)
}

async function revisions(context: MigrationContext): Promise<void> {
  await addColumn(context, 'users', 'revision', 1)
  await addColumn(context, 'roles', 'revision', 1)
  await addColumn(context, 'users', 'password_change_due', 0)
}

/** Stores the number of users, because counting a million rows takes too long for a page. */
async function counters(context: MigrationContext): Promise<void> {
  await createTable(context, 'counters', { id: text(32), value: 'integer' })
  const { rows } = await sql<{ count: number }>`select count(*) as count from users`.execute(context.database)
  await insertIfMissing(context, 'counters', { id: 'users', value: Number(rows[0]?.count ?? 0) })
}

/**
 * Creates an index for each way in which users can be filtered and sorted. Each ends with the id, so that keyset
 * pagination reads the index only.
 */
async function userIndexes(context: MigrationContext): Promise<void> {
  const filters = { status: ['status'], role: ['role_id'], role_status: ['role_id', 'status'] }
  for (const [name, columns] of Object.entries(filters)) {
    await createIndex(context, `users_by_${name}`, 'users', [...columns, 'id'])
    await createIndex(context, `users_by_${name}_name`, 'users', [...columns, 'username_key', 'id'])
  }
  await dropIndex(context, 'users_role_id', 'users')
  await widenNameIndex(context)
  // Results of a text search are sorted by name.
  await createIndex(context, 'users_by_email', 'users', ['email', 'username_key', 'id'])
  await createIndex(context, 'users_by_phone', 'users', ['phone', 'username_key', 'id'])
}

/** Adds the id to the index on PostgreSQL; the other databases have it in every index. */
async function widenNameIndex({ database, dialect }: MigrationContext): Promise<void> {
  if (dialect !== 'postgres') return
  await sql`alter table users drop constraint if exists users_username_key_unique`.execute(database)
  await sql`create unique index if not exists users_username_key_unique on users (username_key) include (id)`.execute(
    database,
  )
}

async function sessions(context: MigrationContext): Promise<void> {
  await createIndex(context, 'sessions_by_user', 'sessions', ['user_id', 'id'])
  await createIndex(context, 'sessions_by_role', 'sessions', ['role_id'])
  await createIndex(context, 'sessions_by_ipaddr', 'sessions', ['ipaddr', 'id'])
  await addColumn(context, 'revocations', 'reason', text(32))
}

/** Stores the first and the last link of each hash chain. */
async function chains(context: MigrationContext): Promise<void> {
  await createTable(context, 'log_chains', {
    id: text(32),
    position: 'integer',
    hash: HASH,
    base_position: 'integer',
    base_hash: HASH,
  })
  const empty = { position: 0, hash: '', base_position: 0, base_hash: '' }
  for (const id of ['login_log', 'audit_log']) {
    await insertIfMissing(context, 'log_chains', { id, ...empty })
  }
}

async function auditLog(context: MigrationContext): Promise<void> {
  await createTable(context, 'audit_log', {
    id: 'integer',
    made_at: 'integer',
    operator_id: 'integer',
    operator: NAME,
    source: text(32),
    ipaddr: NAME,
    request_id: NAME,
    action: text(64),
    target_kind: text(32),
    target_id: 'integer',
    target: REMARK,
    before: LONG_TEXT,
    after: LONG_TEXT,
    hash: HASH,
  })
  const filters = {
    time: [],
    operator: ['operator'],
    action: ['action'],
    kind: ['target_kind'],
    target: ['target_id'],
  }
  for (const [name, columns] of Object.entries(filters)) {
    await createIndex(context, `audit_log_by_${name}`, 'audit_log', [...columns, 'made_at', 'id'])
  }
}

async function loginLog(context: MigrationContext): Promise<void> {
  await addColumn(context, 'login_log', 'position', 0)
  await addColumn(context, 'login_log', 'hash', HASH)
  // A removed entry leaves its position, its hash and the audit entry of its removal.
  await createTable(context, 'login_log_removed', { id: 'integer', hash: HASH, audit_id: 'integer' })
  await chainLoginLog(context)
  await createIndex(context, 'login_log_by_position', 'login_log', ['position'], { unique: true })

  const order = ['login_time', 'id']
  await createIndex(context, 'login_log_by_time', 'login_log', order)
  await createIndex(context, 'login_log_by_status', 'login_log', ['status', ...order])
  // With the status, so that the failures of a user with many successful logins are found in the index.
  await createIndex(context, 'login_log_by_username', 'login_log', ['username', ...order, 'status'])
  await createIndex(context, 'login_log_by_ipaddr', 'login_log', ['ipaddr', ...order, 'status'])
  for (const old of ['login_log_login_time', 'login_log_username', 'login_log_ipaddr']) {
    await dropIndex(context, old, 'login_log')
  }
}
