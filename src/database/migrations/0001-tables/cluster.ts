import type { MigrationContext } from '../context.ts'
import { createDeclaredTables, type DeclaredTables, insertIfMissing, LONG_TEXT, text } from '../table.ts'

/** The change feed, the nodes, and the leases of work that one node does at a time. */
const TABLES: DeclaredTables = {
  changes: {
    columns: { version: 'integer', kind: text(32), payload: LONG_TEXT, made_at: 'integer' },
    primaryKey: 'version',
    indexes: { changes_made_at: ['made_at'] },
  },
  change_head: { columns: { id: 'integer', version: 'integer' } },
  nodes: {
    columns: {
      id: text(64),
      name: text(255),
      started_at: 'integer',
      seen_at: 'integer',
      version: 'integer',
      keys_fingerprint: text(64),
    },
    defaults: { keys_fingerprint: '' },
  },
  leases: { columns: { id: text(64), holder: text(64), held_until: 'integer' } },
}

export async function createClusterTables(context: MigrationContext): Promise<void> {
  await createDeclaredTables(context, TABLES)
  await insertIfMissing(context, 'change_head', { id: 1, version: 0 })
}
