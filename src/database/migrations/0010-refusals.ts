import type { MigrationContext } from './context.ts'
import { createIndex, createTable, text } from './table.ts'

/** Stores refused requests for a while, so that an operator can find out why. */
export async function createRefusals(context: MigrationContext): Promise<void> {
  await createTable(context, 'refusals', {
    id: 'id',
    request_id: text(128),
    refused_at: 'integer',
    reason: text(64),
    code: 'integer',
    method: text(32),
    path: text(1024),
    route: text(1024),
    needed_method: text(32),
    needed_path: text(1024),
    address: text(64),
    user_id: 'integer',
    username: text(255),
    role_key: text(64),
    session_id: 'integer',
  })
  await createIndex(context, 'refusals_by_request', 'refusals', ['request_id'])
  await createIndex(context, 'refusals_by_user', 'refusals', ['user_id', 'id'])
  await createIndex(context, 'refusals_by_session', 'refusals', ['session_id'])
  await createIndex(context, 'refusals_by_time', 'refusals', ['refused_at'])
}
