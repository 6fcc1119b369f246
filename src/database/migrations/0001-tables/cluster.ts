import type { MigrationContext } from '../context.ts'
import { createTable, insertIfMissing, LONG_TEXT, text } from '../table.ts'

/** Creates the change feed, the nodes, and the leases of work that one node does at a time. */
export async function createClusterTables(context: MigrationContext): Promise<void> {
  await createTable(
    context,
    'changes',
    { version: 'integer', kind: text(32), payload: LONG_TEXT, made_at: 'integer' },
    { primaryKey: 'version', indexes: { changes_made_at: ['made_at'] } },
  )
  await createTable(context, 'change_head', { id: 'integer', version: 'integer' })
  await insertIfMissing(context, 'change_head', { id: 1, version: 0 })
  await createTable(
    context,
    'nodes',
    {
      id: text(64),
      name: text(255),
      started_at: 'integer',
      seen_at: 'integer',
      version: 'integer',
      keys_fingerprint: text(64),
    },
    { defaults: { keys_fingerprint: '' } },
  )
  await createTable(context, 'leases', { id: text(64), holder: text(64), held_until: 'integer' })
}
