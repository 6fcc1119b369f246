import { basename } from 'node:path'
import { appendToAuditLog } from '../../../core/audit-log/audit-log.store.ts'
import type { Operator } from '../../../core/audit-log/operator.ts'
import { createRevocationStore } from '../../../core/token/revocation.store.ts'
import { createChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import { openDatabase, type RootDatabase } from '../../../platform/database/database.ts'
import type { BackupCapability } from '../../../platform/database/engine.ts'
import { capabilitiesOf } from '../../../platform/database/engines.ts'

/** Writes a copy of the embedded database to a new file, and verifies it. Throws for a database server. */
export async function createBackup(database: RootDatabase, file: string): Promise<void> {
  await backupOf(database).backUp(database, file, openDatabase)
}

/**
 * Restores the embedded database from a backup and revokes all tokens: the backup does not contain revocations that were
 * made after it, nor sessions.
 */
export async function restoreBackup(database: RootDatabase, file: string, operator: Operator): Promise<void> {
  await backupOf(database).restore({
    database,
    file,
    openDatabase,
    async afterwards(transaction, lastSessionId) {
      await createRevocationStore(transaction).endEveryone(lastSessionId)
      const change = { action: 'database.restore', target: basename(file) } as const
      await appendToAuditLog(transaction, operator, [change], Date.now())
      await createChangeStore(transaction).append(
        [{ kind: 'policy' }, { kind: 'department' }, { kind: 'role' }, { kind: 'revocation' }],
        Date.now(),
      )
    },
  })
}

function backupOf(database: RootDatabase): BackupCapability {
  const { backup } = capabilitiesOf(database)
  if ('backUp' in backup) return backup
  throw new Error(
    `this command supports only the embedded database: use ${backup.externalTools} for a database server`,
  )
}
