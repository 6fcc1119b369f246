import type { Query } from '../../shell/api/address.ts'
import { find } from '../../shell/api/client.ts'

export const explainCalls = {
  explain: (query: { roleKey?: string; username?: string; path: string; method: string }) =>
    find('/api/v1/policy/explain', query),
  refusals: (query: { requestId: string }) => find('/api/v1/refusal', query),
  refusalGroups: (query: Query) => find('/api/v1/refusal/group', query),
  refusedRequests: (query: Query) => find('/api/v1/refusal/request', query),
}
