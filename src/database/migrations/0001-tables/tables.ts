import type { MigrationContext } from '../context.ts'
import { createAccounts } from './accounts.ts'
import { createClusterTables } from './cluster.ts'
import { createLogs } from './logs.ts'
import { createObservations } from './observations.ts'
import { createSessions } from './sessions.ts'

/** Creates all tables, and the rows that the service updates but never inserts. */
export async function createTables(context: MigrationContext): Promise<void> {
  await createAccounts(context)
  await createSessions(context)
  await createLogs(context)
  await createObservations(context)
  await createClusterTables(context)
}
