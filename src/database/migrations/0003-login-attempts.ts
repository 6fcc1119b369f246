import type { MigrationContext } from './context.ts'
import { createIndex, createTable, text } from './table.ts'

/** Stores failed logins, so that the throttle survives a restart. */
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
