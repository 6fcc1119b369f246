import type { CreateTableBuilder, Transaction } from 'kysely'
import type { Tables } from '../tables.ts'

export async function createFirstTables(transaction: Transaction<Tables>): Promise<void> {
  await accounts(transaction)
  await adminRole(transaction)
  await permission(transaction)
  await sessions(transaction)
  await loginLog(transaction)
  await table(transaction, 'changes', 'version')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('made_at', 'integer', (column) => column.notNull())
    .execute()
}

async function accounts(transaction: Transaction<Tables>): Promise<void> {
  await texts(table(transaction, 'roles'), ['role_name', 'role_key', 'data_scope', 'status', 'remark'])
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .addUniqueConstraint('roles_role_key_unique', ['role_key'])
    .execute()
  await texts(table(transaction, 'users'), ['username', 'username_key', 'password_hash'])
    .addColumn('credential_version', 'integer', (column) => column.notNull().defaultTo(1))
    .$call((builder) => texts(builder, ['nick_name', 'email', 'phone']))
    .addColumn('role_id', 'integer', (column) => column.notNull().references('roles.id'))
    .$call((builder) => texts(builder, ['status', 'remark']))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .addUniqueConstraint('users_username_key_unique', ['username_key'])
    .execute()
  await transaction.schema.createIndex('users_username').on('users').column('username').execute()
  await transaction.schema.createIndex('users_role_id').on('users').column('role_id').execute()
}

/** The role that passes the permission check unasked is there from the beginning. */
async function adminRole(transaction: Transaction<Tables>): Promise<void> {
  const at = Date.now()
  await transaction
    .insertInto('roles')
    .values({
      role_name: 'Administrator',
      role_key: 'admin',
      data_scope: '1',
      status: '2',
      remark: '',
      created_at: at,
      updated_at: at,
    })
    .execute()
}

async function permission(transaction: Transaction<Tables>): Promise<void> {
  await texts(table(transaction, 'policy_rules'), ['role_key', 'path', 'method'])
    .addUniqueConstraint('policy_rules_unique', ['role_key', 'path', 'method'])
    .execute()
}

async function sessions(transaction: Transaction<Tables>): Promise<void> {
  await texts(table(transaction, 'sessions'), ['nonce'])
    .addColumn('user_id', 'integer', (column) => column.notNull())
    .addColumn('role_id', 'integer', (column) => column.notNull())
    .$call((builder) => texts(builder, ['ipaddr', 'browser', 'os', 'platform']))
    .addColumn('issued_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .execute()
  await transaction.schema.createIndex('sessions_expires_at').on('sessions').column('expires_at').execute()
  await texts(table(transaction, 'revocations'), ['kind'])
    .addColumn('subject_id', 'integer', (column) => column.notNull())
    .addColumn('up_to_session', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .execute()
}

async function loginLog(transaction: Transaction<Tables>): Promise<void> {
  await texts(table(transaction, 'login_log'), [
    'entry_key',
    'username',
    'status',
    'ipaddr',
    'login_location',
  ])
    .$call((builder) => texts(builder, ['browser', 'os', 'platform']))
    .addColumn('login_time', 'integer', (column) => column.notNull())
    .$call((builder) => texts(builder, ['remark', 'msg']))
    .addUniqueConstraint('login_log_entry_key_unique', ['entry_key'])
    .execute()
  await transaction.schema.createIndex('login_log_login_time').on('login_log').column('login_time').execute()
}

function table(transaction: Transaction<Tables>, name: string, key = 'id') {
  // Automatic increment, not a plain row id: the number of a deleted row is never given again.
  return transaction.schema
    .createTable(name)
    .addColumn(key, 'integer', (column) => column.primaryKey().autoIncrement())
}

function texts<T extends CreateTableBuilder<string, string>>(builder: T, names: readonly string[]) {
  return names.reduce<CreateTableBuilder<string, string>>(
    (next, name) => next.addColumn(name, 'text', (column) => column.notNull()),
    builder,
  )
}
