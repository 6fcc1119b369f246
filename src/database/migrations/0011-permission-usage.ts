import type { MigrationContext } from './context.ts'
import { createIndex, createTable, text } from './table.ts'

/** Stores how often each role has called each route. */
export async function createPermissionUsage(context: MigrationContext): Promise<void> {
  await createTable(context, 'permission_usage', {
    id: text(64),
    role_key: text(64),
    method: text(20),
    route: text(512),
    allowed: 'integer',
    count: 'integer',
    first_used_at: 'integer',
    last_used_at: 'integer',
  })
  const byRole = ['role_key', 'allowed', 'last_used_at']
  await createIndex(context, 'permission_usage_by_role', 'permission_usage', byRole)
  await createIndex(context, 'permission_usage_by_time', 'permission_usage', ['last_used_at'])
}
