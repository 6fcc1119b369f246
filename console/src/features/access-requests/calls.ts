import type { Query } from '../../shell/api/address.ts'
import { add, client, type Fields, find } from '../../shell/api/client.ts'

export const accessRequestCalls = {
  ownAccessRequests: () => client.get('/api/v1/user/access-request'),
  requestAccess: (request: Fields) => add('/api/v1/user/access-request', request),
  withdrawAccessRequest: (id: number) =>
    client.delete('/api/v1/user/access-request/{id}', { parameters: { id } }),
  accessRequests: (query: Query) => find('/api/v1/access-request', query),
  decideAccessRequest: (id: number, body: { decision: 'approve' | 'refuse'; note: string }) =>
    client.put('/api/v1/access-request/{id}', { parameters: { id }, body }),
}
