import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

export interface PreparedStatement {
  readonly statement: StatementSyncInstance
  /** Whether it answers rows. */
  readonly reader: boolean
}

const MAX_KEPT = 50
/** The longer a statement, the more memory it keeps, and the seldomer the same one comes again. */
const MAX_KEPT_CHARACTERS = 6000

/**
 * For the figure `login-log`: prepares a statement, or finds it prepared. For a statement that inserts many rows that
 * is a third of its work.
 */
export function createStatements(database: DatabaseSyncInstance): (sql: string) => PreparedStatement {
  const kept = new Map<string, PreparedStatement>()
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, reader: statement.columns().length > 0 }
    if (sql.length > MAX_KEPT_CHARACTERS) return prepared
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(sql, prepared)
    return prepared
  }
}
