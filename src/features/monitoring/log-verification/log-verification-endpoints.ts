import type { AuditLogStore } from '../../../core/audit-log/audit-log.store.ts'
import { endpoint } from '../../../core/check/http/endpoint.ts'
import type { LoginLogStore } from '../../../core/login-log/login-log.store.ts'
import type { LoginLogRemovalStore } from '../../../core/login-log/login-log-removal.store.ts'
import { verifyAuditLog } from './audit-log-verification.ts'
import { verifyLoginLog } from './login-log-verification.ts'
import { shareVerification } from './shared-verification.ts'
import { verificationSchema } from './verify.ts'

const DESCRIPTION =
  'Compares the log with its hash chain. Entries that were changed outside the service are found.'

interface Parts {
  readonly loginLogStore: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly auditLog: AuditLogStore
}

/** Creates the endpoints that verify that only the service has changed a log. */
export function logVerificationRoutes({ loginLogStore, loginLogRemoval, auditLog }: Parts) {
  return {
    loginLog: endpoint({
      operationId: 'verifyLoginLog',
      summary: 'Verify the login log',
      description: DESCRIPTION,
      response: verificationSchema,
      handler: shareVerification(() =>
        verifyLoginLog({ loginLog: loginLogStore, loginLogRemoval, auditLog }),
      ),
    }),

    auditLog: endpoint({
      operationId: 'verifyAuditLog',
      summary: 'Verify the audit log',
      description: DESCRIPTION,
      response: verificationSchema,
      handler: shareVerification(() => verifyAuditLog({ auditLog })),
    }),
  }
}
