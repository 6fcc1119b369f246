import { sql } from 'kysely'
import { onConflictDoNothing } from '../insert.ts'
import type { MigrationContext } from '../migration.ts'
import { chainLoginLog } from './0002-login-log-chain.ts'
import { renewUsernameKeys } from './0002-username-keys.ts'
import { addColumn, createIndex, createTable, dropIndex, LONG_TEXT, text } from './table.ts'

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

/** How many users there are: to count a million takes too long for a page. */
async function counters(context: MigrationContext): Promise<void> {
  const { database } = context
  await createTable(context, 'counters', { id: text(32), value: 'integer' })
  const { count } = await database
    .selectFrom('users')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const insert = database.insertInto('counters').values({ id: 'users', value: Number(count) })
  await onConflictDoNothing(database, insert).execute()
}

/**
 * One for each way in which users can be filtered and sorted. Each ends with the id, so that a page far into the list is
 * found by walking along the index alone.
 */
async function userIndexes(context: MigrationContext): Promise<void> {
  const filters = { status: ['status'], role: ['role_id'], role_status: ['role_id', 'status'] }
  for (const [name, columns] of Object.entries(filters)) {
    await createIndex(context, `users_by_${name}`, 'users', [...columns, 'id'])
    await createIndex(context, `users_by_${name}_name`, 'users', [...columns, 'username_key', 'id'])
  }
  await dropIndex(context, 'users_role_id', 'users')
  await widenNameIndex(context)
  // Whoever searches by a text gets a list by name.
  await createIndex(context, 'users_by_email', 'users', ['email', 'username_key', 'id'])
  await createIndex(context, 'users_by_phone', 'users', ['phone', 'username_key', 'id'])
}

/** The others have the id in every index by themselves. */
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

/** Where each log that can't be changed unseen begins and ends. */
async function chains(context: MigrationContext): Promise<void> {
  const { database } = context
  await createTable(context, 'log_chains', {
    id: text(32),
    position: 'integer',
    hash: HASH,
    base_position: 'integer',
    base_hash: HASH,
  })
  const empty = { position: 0, hash: '', base_position: 0, base_hash: '' }
  for (const id of ['login_log', 'audit_log']) {
    await onConflictDoNothing(database, database.insertInto('log_chains').values({ id, ...empty })).execute()
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
  // What an operator has removed leaves its place and its hash behind, and who it was.
  await createTable(context, 'login_log_removed', { id: 'integer', hash: HASH, audit_id: 'integer' })
  await chainLoginLog(context)
  await createIndex(context, 'login_log_by_position', 'login_log', ['position'], { unique: true })

  const order = ['login_time', 'id']
  await createIndex(context, 'login_log_by_time', 'login_log', order)
  await createIndex(context, 'login_log_by_status', 'login_log', ['status', ...order])
  // With the status, so that the failures of somebody who often succeeds are found without looking at each entry.
  await createIndex(context, 'login_log_by_username', 'login_log', ['username', ...order, 'status'])
  await createIndex(context, 'login_log_by_ipaddr', 'login_log', ['ipaddr', ...order, 'status'])
  for (const old of ['login_log_login_time', 'login_log_username', 'login_log_ipaddr']) {
    await dropIndex(context, old, 'login_log')
  }
}
