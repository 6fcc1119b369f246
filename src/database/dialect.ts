import { MysqlAdapter, PostgresAdapter } from 'kysely'
import type { DatabaseAddress } from './address.ts'
import type { Database } from './database.ts'

export type DialectName = DatabaseAddress['dialect']

/** Which kind of database this is, for the few statements that differ. */
export function dialectOf(database: Database): DialectName {
  const { adapter } = database.getExecutor()
  if (adapter instanceof PostgresAdapter) return 'postgres'
  return adapter instanceof MysqlAdapter ? 'mysql' : 'sqlite'
}
