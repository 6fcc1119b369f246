import type { MigrationContext } from '../migration.ts'
import { createIndex, createTable, text } from './table.ts'

/** Who has tried to log in and failed, so that a restart does not forget it. */
export async function createLoginAttempts(context: MigrationContext): Promise<void> {
  await createTable(context, 'login_attempts', {
    id: text(64),
    failures: 'integer',
    blocked_until: 'integer',
    succeeded_at: 'integer',
    updated_at: 'integer',
  })
  await createIndex(context, 'login_attempts_by_time', 'login_attempts', ['updated_at'])
}
