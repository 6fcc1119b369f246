import type { MigrationContext } from './context.ts'
import { createIndex } from './table.ts'

/** Lists the attempts with one reason, newest first, without reading the others. */
export async function indexLoginLogReason(context: MigrationContext): Promise<void> {
  await createIndex(context, 'login_log_by_reason', 'login_log', ['reason', 'login_time', 'id'])
}
