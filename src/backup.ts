import { basename } from 'node:path'
import type { Operator } from './administration/operator.ts'
import { appendToAuditLog } from './audit-log/audit-log.store.ts'
import { createChangeStore } from './change-feed/change.store.ts'
import type { RootDatabase } from './database/database.ts'
import { restore } from './database/sqlite-backup.ts'
import { createSessionStore } from './session/session.store.ts'
import { createRevocationStore } from './token/revocation.store.ts'

/**
 * Replaces what the embedded database holds by a backup. Everybody has to log in again: whose token was ended after the
 * backup was made must not get in with it.
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
