import type { MigrationContext } from './context.ts'
import { addColumn, createIndex, createTable, LONG_TEXT, text } from './table.ts'

/** Adds what login methods other than username and password need. */
export async function addLoginMethods(context: MigrationContext): Promise<void> {
  await addColumn(context, 'users', 'login_methods', text(255))
  await addColumn(context, 'login_log', 'method', text(32))
  await createTable(
    context,
    'user_links',
    {
      id: 'id',
      issuer: text(255),
      subject: text(255),
      user_id: 'integer',
      linked_at: 'integer',
      last_login_at: 'integer',
    },
    { unique: { user_links_of_subject: ['issuer', 'subject'] } },
  )
  await createIndex(context, 'user_links_by_user', 'user_links', ['user_id'])
  await createTable(context, 'second_factors', {
    id: 'integer',
    secret: text(512),
    confirmed_at: 'integer',
    last_step: 'integer',
    created_at: 'integer',
  })
  await createTable(context, 'recovery_codes', {
    id: 'id',
    user_id: 'integer',
    code_hash: text(128),
    used_at: 'integer',
  })
  await createIndex(context, 'recovery_codes_by_user', 'recovery_codes', ['user_id'])
  await createTable(
    context,
    'passkeys',
    {
      id: 'id',
      user_id: 'integer',
      user_handle: text(64),
      credential_hash: text(64),
      credential_id: LONG_TEXT,
      public_key: LONG_TEXT,
      counter: 'integer',
      transports: text(255),
      name: text(64),
      aaguid: text(64),
      backed_up: 'integer',
      created_at: 'integer',
      last_used_at: 'integer',
    },
    { unique: { passkeys_of_credential: ['credential_hash'] } },
  )
  await createIndex(context, 'passkeys_by_user', 'passkeys', ['user_id'])
  await createTable(context, 'leases', { id: text(64), holder: text(64), held_until: 'integer' })
}
