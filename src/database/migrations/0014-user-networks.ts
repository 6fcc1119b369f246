import type { MigrationContext } from './context.ts'
import { createIndex, createTable, text } from './table.ts'

/** Creates the table of networks from which users have logged in. */
export async function createUserNetworks(context: MigrationContext): Promise<void> {
  await createTable(context, 'user_networks', {
    id: text(64),
    user_id: 'integer',
    logged_in_at: 'integer',
  })
  await createIndex(context, 'user_networks_by_user', 'user_networks', ['user_id'])
  await createIndex(context, 'user_networks_by_time', 'user_networks', ['logged_in_at'])
}
