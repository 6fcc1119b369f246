import { ALL_USERS, type UserScope } from '../user/list/user-scope.ts'

/** Who reads the audit log: operators see their own entries, and those whose departments are all in their scope. */
export interface AuditLogReader {
  readonly scope: UserScope
  readonly userId: number
}

/** For the command line, and for what the service reads itself. */
export const READS_ALL: AuditLogReader = Object.freeze({ scope: ALL_USERS, userId: 0 })
