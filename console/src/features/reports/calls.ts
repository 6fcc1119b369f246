import type { Query } from '../../shell/api/address.ts'
import { client, find, type Schemas } from '../../shell/api/client.ts'
import { ruleOf } from '../permission/calls.ts'

/** What a clean-up applies to: some entries of a report, or all of them. */
export type Selection<T> = 'all' | readonly T[]

const ALL = { all: true } as const

export const reportCalls = {
  rulesWithUse: (query: Query) => find('/api/v1/policy/usage', query),
  compareRoles: (query: { first: string; second: string }) => find('/api/v1/policy/compare', query),
  unusedRules: (query: Query) => find('/api/v1/report/unused-rules', query),
  removeUnusedRules: (days: number, rules: Selection<Schemas['Rule']>) =>
    client.post('/api/v1/report/unused-rules/clean-up', {
      body: { days, ...(rules === 'all' ? ALL : { rules: rules.map(ruleOf) }) },
    }),
  coveredRules: (query: Query) => find('/api/v1/report/covered-rules', query),
  removeCoveredRules: (rules: Selection<Schemas['Rule']>) =>
    client.post('/api/v1/report/covered-rules/clean-up', {
      body: rules === 'all' ? ALL : { rules: rules.map(ruleOf) },
    }),
  sameRights: (query: Query) => find('/api/v1/report/same-rights', query),
  mergeRoles: (groups: Selection<Schemas['SameRights']>) =>
    client.post('/api/v1/report/same-rights/clean-up', {
      body: groups === 'all' ? ALL : { merges: groups.map(mergeOf) },
    }),
  unusedRoles: (query: Query) => find('/api/v1/report/unused-roles', query),
  deleteUnusedRoles: (days: number, roles: Selection<Schemas['Role']>) =>
    client.post('/api/v1/report/unused-roles/clean-up', {
      body: { days, ...(roles === 'all' ? ALL : { roleIds: roles.map(({ roleId }) => roleId) }) },
    }),
  idleUsers: (query: Query) => find('/api/v1/report/idle-users', query),
  disableIdleUsers: (days: number, users: Selection<Schemas['IdleUser']>) =>
    client.post('/api/v1/report/idle-users/clean-up', {
      body: { days, ...(users === 'all' ? ALL : { userIds: users.map(({ userId }) => userId) }) },
    }),
  emptyScopes: (query: Query) => find('/api/v1/report/empty-scopes', query),
}

function mergeOf({ keep, remove }: Schemas['SameRights']) {
  return { keep: keep.roleId, remove: remove.map(({ roleId }) => roleId) }
}
