import type { MigrationContext } from '../../platform/database/migrations/context.ts'
import { createTables, insertIfMissing } from '../../platform/database/migrations/create-table.ts'
import {
  type DeclaredTables,
  LONG_TEXT,
  type TablesOf,
  text,
} from '../../platform/database/migrations/table.ts'

export const ROLE_TABLES = {
  roles: {
    columns: {
      id: 'id',
      role_name: text(255),
      role_key: text(64),
      data_scope: text(16),
      /** The departments of data scope 2: their ids, separated by commas. */
      dept_ids: LONG_TEXT,
      status: text(16),
      remark: text(1024),
      revision: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
    unique: { roles_role_key_unique: ['role_key'] },
    defaults: { revision: 1 },
  },
} as const satisfies DeclaredTables

export type RoleTables = TablesOf<typeof ROLE_TABLES>

/** Creates the table, with the role that passes the permission check without rules. */
export async function createRoleTables(context: MigrationContext): Promise<void> {
  await createTables(context, ROLE_TABLES)
  const admin = { role_name: 'Administrator', role_key: 'admin', data_scope: '1', dept_ids: '' }
  const at = Date.now()
  await insertIfMissing(
    context,
    'roles',
    { ...admin, status: '2', remark: '', created_at: at, updated_at: at },
    'role_key',
  )
}
