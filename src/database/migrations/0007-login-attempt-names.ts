import type { MigrationContext } from './context.ts'
import { addColumn, createIndex, text } from './table.ts'

/** Stores who is blocked, so that operators can list and release the blocks. */
export async function addLoginAttemptNames(context: MigrationContext): Promise<void> {
  await addColumn(context, 'login_attempts', 'username', text(255))
  await addColumn(context, 'login_attempts', 'network', text(64))
  await createIndex(context, 'login_attempts_by_block', 'login_attempts', ['blocked_until', 'id'])
}
