import { NAME_FILTER_HELP } from '../../platform/database/query/time-order-reader.ts'
import {
  cursorQuery,
  numberOf,
  pageOf,
  pageQuery,
  pageResponse,
  timeQuery,
} from '../../platform/http/endpoint/page-query.ts'
import { querySchema } from '../../platform/http/endpoint/request-schemas.ts'
import {
  count,
  id,
  objectSchema,
  pageSchema,
  text,
  time,
} from '../../platform/http/endpoint/response-schemas.ts'
import { parseTimeRange } from '../../platform/text/time-range.ts'
import { csvEndpoint } from '../check/http/csv-endpoint.ts'
import { endpoint } from '../check/http/endpoint.ts'
import { resourceById } from '../check/http/resource-by-id.ts'
import type { AuditLogStore } from './audit-log.store.ts'
import { auditLogCsv } from './audit-log-csv.ts'

const auditLogEntrySchema = objectSchema('AuditLogEntry', {
  id,
  time,
  operatorId: { ...count, description: '0 for commands and for the service itself.' },
  operator: text,
  operatorOwner: {
    ...text,
    description: 'The owner of an operator that is a service account. Empty for others.',
  },
  source: {
    ...text,
    description:
      '`http`, `command`, `start`, `login` for what follows from a login, or `schedule` for what a time causes.',
  },
  ipaddr: text,
  requestId: text,
  action: { ...text, description: 'Such as `user.create`.' },
  targetKind: text,
  targetId: { ...count, description: '0 if the target has no id.' },
  target: text,
  before: { description: 'The changed fields before the change, or null.' },
  after: { description: 'The changed fields after the change, or null.' },
})

const filter = {
  operator: {
    type: 'string',
    maxLength: 256,
    description: `The username of the operator. ${NAME_FILTER_HELP}`,
  },
  action: { type: 'string', maxLength: 64, description: 'Such as `user.create`.' },
  targetKind: { type: 'string', maxLength: 32, description: 'Such as `user`, `role` or `policy`.' },
  targetId: { type: 'string', format: 'id-or-empty', description: 'The id of the changed resource.' },
  target: {
    type: 'string',
    maxLength: 256,
    description:
      'The name of what was changed, such as a username or the key of a role. A change of the rules of several roles matches each of their keys.',
  },
  ...timeQuery,
} as const

interface Parts {
  readonly auditLog: AuditLogStore
}

/** Creates the endpoints that read the audit log. */
export function auditLogRoutes({ auditLog }: Parts) {
  return {
    list: endpoint({
      operationId: 'listAuditLog',
      summary: 'List the audit log',
      description: 'The newest entries first.',
      response: pageSchema('AuditLogPage', auditLogEntrySchema, { keyset: true }),
      query: querySchema({ ...pageQuery, after: cursorQuery, ...filter }),
      async handler({ query, scope, identity: { userId } }) {
        const page = await auditLog.page({ scope, userId }, filterOf(query), pageOf(query))
        return pageResponse(page, query)
      },
    }),

    one: resourceById('audit log entry', (scope, id, { userId }) => auditLog.find({ scope, userId }, id), {
      operationId: 'getAuditLogEntry',
      summary: 'Get an entry of the audit log',
      response: auditLogEntrySchema,
    }),

    export: csvEndpoint({
      operationId: 'exportAuditLog',
      summary: 'Export the audit log as CSV',
      name: 'audit-log',
      query: querySchema(filter),
      async *lines(query, scopeOf, identityOf) {
        const reader = { scope: scopeOf(), userId: identityOf().userId }
        yield* auditLogCsv(auditLog.each(reader, filterOf(query)))
      },
    }),
  }
}

type Query = Readonly<Partial<Record<keyof typeof filter, string>>>

function filterOf({ operator, action, targetKind, targetId, target, ...times }: Query) {
  return { operator, action, targetKind, targetId: numberOf(targetId), target, ...parseTimeRange(times) }
}
