import type { AuditLogStore } from '../../../logs/audit-log/audit-log.store.ts'
import { verifyAuditLog } from '../../../logs/audit-log/audit-log-verification.ts'
import { PROBLEMS } from '../../../logs/hash-chain/compare.ts'
import { shareVerification } from '../../../logs/hash-chain/shared-verification.ts'
import type { LoginLogStore } from '../../../logs/login-log/login-log.store.ts'
import type { LoginLogRemovalStore } from '../../../logs/login-log/login-log-removal.store.ts'
import { verifyLoginLog } from '../../../logs/login-log/login-log-verification.ts'
import { endpoint } from '../../http/endpoint.ts'
import { count, listSchema, objectSchema, text } from '../response-schemas.ts'

const verificationSchema = objectSchema('Verification', {
  intact: { type: 'boolean', description: 'Whether only the service has changed the log.' },
  verified: { ...count, description: 'The number of entries that were read.' },
  removed: { ...count, description: 'The number of entries that operators removed.' },
  findings: listSchema(
    objectSchema('Finding', {
      kind: { enum: Object.keys(PROBLEMS) },
      position: { type: 'integer' },
      upTo: { type: 'integer', description: 'The last position of several missing entries.' },
      problem: text,
    }),
  ),
  head: objectSchema('ChainLink', { position: count, hash: text }),
})

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
