import { openDatabase } from '../../platform/database/database.ts'
import { createAuditLogStore } from '../audit-log/audit-log.store.ts'
import { createLoginLogStore } from './login-log.store.ts'
import { createLoginLogRemovalStore } from './login-log-removal.store.ts'

/** SQLite's default. A log is read from one end to the other, so a larger cache would only take memory. */
const CACHE_KIBIBYTES = 2 * 1024

export type OpenLogs = Awaited<ReturnType<typeof openLogs>>

/** Opens a database that exists, for reading its logs. Safe while the service is running. */
export async function openLogs(url: string) {
  const { database, close } = await openDatabase(url, { mustExist: true, cacheKibibytes: CACHE_KIBIBYTES })
  return {
    loginLogStore: createLoginLogStore(database),
    loginLogRemoval: createLoginLogRemovalStore(database),
    auditLog: createAuditLogStore(database),
    close,
  }
}
