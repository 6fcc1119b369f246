import type { MigrationContext } from '../context.ts'
import { createDeclaredTables } from '../table.ts'
import { createAccounts } from './accounts.ts'
import { createClusterTables } from './cluster.ts'
import { createLogs } from './logs.ts'
import { createObservations } from './observations.ts'
import { SESSION_TABLES } from './sessions.ts'

/** Creates all tables, and the rows that the service updates but never inserts. */
export async function createTables(context: MigrationContext): Promise<void> {
  await createAccounts(context)
  await createDeclaredTables(context, SESSION_TABLES)
  await createLogs(context)
  await createObservations(context)
  await createClusterTables(context)
}
