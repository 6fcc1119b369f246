import type { MigrationContext } from './context.ts'
import { addColumn, text } from './table.ts'

/** Adds the fingerprint of a node's keys. It is empty for nodes of earlier versions. */
export async function addNodeKeys(context: MigrationContext): Promise<void> {
  await addColumn(context, 'nodes', 'keys_fingerprint', text(64))
}
