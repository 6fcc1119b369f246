import { basename } from 'node:path'
import type { Operator } from './administration/operator.ts'
import { appendToAuditLog } from './audit-log/audit-log.store.ts'
import { createChangeStore } from './change-feed/change.store.ts'
import type { RootDatabase } from './database/database.ts'
import { restore } from './database/sqlite-backup.ts'
import { createSessionStore } from './session/session.store.ts'
import { createRevocationStore } from './token/revocation.store.ts'

/**
 * Restores the embedded database from a backup and revokes all tokens: the backup does not contain revocations that were
 * made after it.
 */
export async function restoreBackup(database: RootDatabase, file: string, operator: Operator): Promise<void> {
  await restore(database, file, async (transaction) => {
    const revocations = createRevocationStore(transaction)
    for (const roleId of await createSessionStore(transaction).roleIds())
      await revocations.endAll('role', roleId)
    const change = { action: 'database.restore', target: basename(file) } as const
    await appendToAuditLog(transaction, operator, [change], Date.now())
    await createChangeStore(transaction).append(['policy', 'revocation'], Date.now())
  })
}
