import type { RouteShorthandOptionsWithHandler } from 'fastify'
import type { AuditLogStore } from '../audit-log/audit-log.store.ts'
import { auditLogCsv } from '../audit-log/audit-log-csv.ts'
import { verifyAuditLog } from '../audit-log/audit-log-verification.ts'
import { shareVerification } from '../hash-chain/shared-verification.ts'
import { csvEndpoint } from '../http/csv-endpoint.ts'
import { endpoint } from '../http/endpoint.ts'
import { parseTimeRange } from '../time-range.ts'
import { pageOf, pageQuery, pageResponse, timeQuery } from './page-query.ts'
import { resourceById } from './resource-by-id.ts'

const filter = {
  operator: { type: 'string', maxLength: 255 },
  action: { type: 'string', maxLength: 64 },
  targetKind: { type: 'string', maxLength: 32 },
  targetId: { type: 'string', format: 'id-or-empty' },
  ...timeQuery,
} as const

/** Creates the endpoints that read the audit log. */
export function auditLogRoutes({ auditLogStore }: { auditLogStore: AuditLogStore }) {
  const verify = shareVerification(() => verifyAuditLog({ auditLog: auditLogStore }))
  return {
    /** Verifies that only the service has changed the log. */
    verify: endpoint({ handler: async () => ({ data: await verify() }) }),

    list: endpoint({
      query: {
        type: 'object',
        properties: { ...pageQuery, after: { type: 'string', format: 'cursor' }, ...filter },
      } as const,
      async handler({ query }) {
        return pageResponse(await auditLogStore.page(filterOf(query), pageOf(query)), query)
      },
    }),

    one: resourceById('audit log entry', auditLogStore.find),

    export: csvEndpoint({
      name: 'audit-log',
      query: { type: 'object', properties: filter } as const,
      async *lines(query) {
        yield* auditLogCsv(auditLogStore.each(filterOf(query)))
      },
    }),
  } satisfies Record<string, RouteShorthandOptionsWithHandler>
}

interface Query {
  readonly operator?: string | undefined
  readonly action?: string | undefined
  readonly targetKind?: string | undefined
  readonly targetId?: string | undefined
  readonly beginTime?: string | undefined
  readonly endTime?: string | undefined
}

function filterOf({ operator, action, targetKind, targetId, ...times }: Query) {
  return {
    operator,
    action,
    targetKind,
    targetId: targetId ? Number(targetId) : undefined,
    ...parseTimeRange(times),
  }
}
