import { add, client, type Fields, type Schemas } from '../../shell/api/client.ts'

/** A change of a user, a role or a department, with its id and the fields that change. */
export type ScopeChange = { readonly [Kind in 'user' | 'role' | 'department']?: Fields }

export const previewCalls = {
  previewScope: (change: ScopeChange) => add('/api/v1/data-scope/preview', { ...change }),
  previewPolicy: (change: Schemas['PolicyChange']) => client.post('/api/v1/policy/preview', { body: change }),
}
