import type { Query } from '../../shell/api/address.ts'
import { client, findFrom } from '../../shell/api/client.ts'

export const auditLogCalls = {
  auditLogEntry: (id: number) => client.get('/api/v1/audit-log/{id}', { parameters: { id } }),
  auditLog: (query: Query) => findFrom('/api/v1/audit-log', query),
}
