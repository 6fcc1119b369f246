import type { MigrationContext } from '../../../platform/database/migrations/context.ts'
import { createTables, insertIfMissing } from '../../../platform/database/migrations/create-table.ts'
import { type DeclaredTables, type TablesOf, text } from '../../../platform/database/migrations/table.ts'

export const CHAIN_TABLES = {
  /** The last link of each hash chain, and the link before its first entry. */
  log_chains: {
    columns: {
      id: text(32),
      position: 'integer',
      hash: text(64),
      base_position: 'integer',
      base_hash: text(64),
    },
  },
} as const satisfies DeclaredTables

export type ChainTables = TablesOf<typeof CHAIN_TABLES>

export async function createChainTables(context: MigrationContext): Promise<void> {
  await createTables(context, CHAIN_TABLES)
  const empty = { position: 0, hash: '', base_position: 0, base_hash: '' }
  for (const id of ['login_log', 'audit_log']) await insertIfMissing(context, 'log_chains', { id, ...empty })
}
