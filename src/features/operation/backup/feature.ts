import type { Operator } from '../../../core/audit-log/operator.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { createBackup, restoreBackup } from './backup.ts'

export const backupFeature = {
  commandParts: ({
    database,
    operator,
  }: {
    readonly database: RootDatabase
    readonly operator: Operator
  }) => ({
    /** Throws unless the database is the embedded one. */
    backUp: (file: string) => createBackup(database, file),
    restore: (file: string) => restoreBackup(database, file, operator),
  }),
}
