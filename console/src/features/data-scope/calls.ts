import { find } from '../../shell/api/client.ts'

export const dataScopeCalls = {
  explainScope: (query: { username: string; deptId: string; owner?: string }) =>
    find('/api/v1/data-scope/explain', query),
}
