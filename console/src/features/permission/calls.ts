import type { Query } from '../../shell/api/address.ts'
import { client, find, type Schemas } from '../../shell/api/client.ts'

export const permissionCalls = {
  rules: (query: Query) => find('/api/v1/policy', query),
  addRules: (rules: readonly Schemas['Rule'][]) => client.post('/api/v1/policy', { body: { rules } }),
  removeRules: (rules: readonly Schemas['Rule'][]) =>
    client.delete('/api/v1/policy', { body: { rules: rules.map(ruleOf) } }),
  changeRules: ({ add, remove }: { add: readonly Schemas['Rule'][]; remove: readonly Schemas['Rule'][] }) =>
    client.post('/api/v1/policy/change', { body: { add: add.map(ruleOf), remove: remove.map(ruleOf) } }),
  exclusions: () => client.get('/api/v1/exclusion'),
  routes: () => client.get('/api/v1/route'),
}

/** Returns a rule without what lists add to it. */
export function ruleOf({ roleKey, path, method }: Schemas['Rule']): Schemas['Rule'] {
  return { roleKey, path, method }
}
