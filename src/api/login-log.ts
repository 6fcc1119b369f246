import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { LoginLogAdministration } from '../administration/login-log.ts'
import type { AuditLogStore } from '../audit-log/audit-log.store.ts'
import { shareVerification } from '../hash-chain/shared-verification.ts'
import { csvEndpoint } from '../http/csv-endpoint.ts'
import { endpoint } from '../http/endpoint.ts'
import type { LoginLogStore } from '../login-log/login-log.store.ts'
import type { LoginLog } from '../login-log/login-log.ts'
import { loginLogCsv } from '../login-log/login-log-csv.ts'
import type { LoginLogRemovalStore } from '../login-log/login-log-removal.store.ts'
import { verifyLoginLog } from '../login-log/login-log-verification.ts'
import { LOGIN_FAILED, LOGIN_SUCCEEDED } from '../login-log/login-status.ts'
import { parseTimeRange } from '../time-range.ts'
import { pageOf, pageQuery, pageResponse, timeQuery } from './page-query.ts'
import { removalEndpoints, resourceById } from './resource-by-id.ts'

const filter = {
  username: { type: 'string', maxLength: 255 },
  ipaddr: { type: 'string', maxLength: 64 },
  status: { type: 'string', enum: [LOGIN_FAILED, LOGIN_SUCCEEDED, ''] },
  reason: { type: 'string', maxLength: 64 },
  ...timeQuery,
} as const

export interface LoginLogRouteOptions {
  readonly loginLog: LoginLog
  readonly loginLogStore: LoginLogStore
  readonly loginLogRemoval: LoginLogRemovalStore
  readonly auditLogStore: AuditLogStore
  readonly loginLogAdministration: LoginLogAdministration
}

export function loginLogRoutes(options: LoginLogRouteOptions) {
  const { loginLog, loginLogStore, loginLogRemoval, auditLogStore, loginLogAdministration } = options
  /** Entries are stored in the background. If they cannot be stored now, the others are listed. */
  const catchUp = () => loginLog.flush().catch(() => {})

  const verify = shareVerification(() =>
    verifyLoginLog({ loginLog: loginLogStore, loginLogRemoval, auditLog: auditLogStore }),
  )

  return {
    /** Verifies that only the service has changed the log. */
    verify: endpoint({ handler: async () => ({ data: await verify() }) }),

    list: endpoint({
      query: {
        type: 'object',
        properties: { ...pageQuery, after: { type: 'string', format: 'cursor' }, ...filter },
      } as const,
      async handler({ query }) {
        const wanted = { ...query, ...parseTimeRange(query) }
        await catchUp()
        return pageResponse(await loginLogStore.page(wanted, pageOf(query)), query)
      },
    }),

    one: resourceById('login log entry', loginLogStore.find),

    export: csvEndpoint({
      name: 'login-log',
      query: { type: 'object', properties: filter } as const,
      async *lines(query) {
        const wanted = { ...query, ...parseTimeRange(query) }
        await catchUp()
        yield* loginLogCsv(loginLogStore.each(wanted))
      },
    }),

    ...removalEndpoints(loginLogAdministration.remove),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}
