import { add, client, type PolicyChange, type ScopeChange } from '../../shell/api/client.ts'

export const previewCalls = {
  previewScope: (change: ScopeChange) => add('/api/v1/data-scope/preview', { ...change }),
  previewPolicy: (change: PolicyChange) => client.post('/api/v1/policy/preview', { body: change }),
}
