import type { MigrationContext } from '../database/migrations/context.ts'
import { createTables, insertIfMissing } from '../database/migrations/create-table.ts'
import { type DeclaredTables, LONG_TEXT, type TablesOf, text } from '../database/migrations/table.ts'

export const CHANGE_TABLES = {
  /** The changes that every node has to apply, in their order. */
  changes: {
    columns: {
      version: 'integer',
      kind: text(32),
      /** The steps of the change as JSON. Empty if every node has to load everything again. */
      payload: LONG_TEXT,
      made_at: 'integer',
    },
    primaryKey: 'version',
    indexes: { changes_made_at: ['made_at'] },
  },

  /** One row. Its lock orders the changes: a version is committed before the next one is assigned. */
  change_head: {
    columns: {
      id: 'integer',
      version: 'integer',
    },
  },
} as const satisfies DeclaredTables

export type ChangeTables = TablesOf<typeof CHANGE_TABLES>

export async function createChangeTables(context: MigrationContext): Promise<void> {
  await createTables(context, CHANGE_TABLES)
  await insertIfMissing(context, 'change_head', { id: 1, version: 0 })
}
