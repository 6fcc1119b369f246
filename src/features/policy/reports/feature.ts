import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { Operations } from '../../../core/operations/operations.ts'
import type { PolicyStore } from '../../../core/permission/policy.store.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import type { ChangeStore } from '../../../platform/cluster/change-feed/change.store.ts'
import type { RootDatabase } from '../../../platform/database/database.ts'
import { compressed } from '../../../platform/http/responses/compressed.ts'
import { createCleanUp } from './clean-up/clean-up.ts'
import { createPolicyAnalysisCache } from './policy-analysis.ts'
import { createReports } from './reports.ts'
import { reportRoutes } from './reports-endpoints.ts'
import { roleRuleRoutes } from './role-rules.ts'

interface Settings {
  readonly usage: { readonly keepDays: number }
}

interface AdministrationParts {
  readonly operations: Operations
  readonly settings: Settings
  readonly rolesInSettings: ReadonlySet<string>
}

interface Parts extends Pick<ServiceContext, 'rolesInSettings' | 'now'> {
  readonly settings: Settings
  readonly storage: {
    readonly database: RootDatabase
    readonly policyStore: PolicyStore
    readonly changes: ChangeStore
  }
}

interface CommandParts extends Omit<AdministrationParts, 'operations'> {
  readonly database: RootDatabase
}

type RouteParts = RouteLimits & Parameters<typeof reportRoutes>[0] & Parameters<typeof roleRuleRoutes>[0]

export const reportsFeature = {
  administration: ({ operations, settings, rolesInSettings }: AdministrationParts) => ({
    cleanUp: createCleanUp({ operations, usageKeepDays: settings.usage.keepDays, rolesInSettings }),
  }),
  parts: ({ settings, storage, rolesInSettings, now }: Parts) => ({
    reports: createReports({
      database: storage.database,
      usageKeepDays: settings.usage.keepDays,
      rolesInSettings,
      analysePolicy: createPolicyAnalysisCache(storage.policyStore, storage.changes),
      now,
    }),
  }),
  commandParts: ({ database, settings, rolesInSettings }: CommandParts) => ({
    reports: createReports({
      database,
      usageKeepDays: settings.usage.keepDays,
      rolesInSettings,
      now: Date.now,
    }),
  }),
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    const rules = roleRuleRoutes(parts)
    const report = reportRoutes(parts)
    return [
      route('GET', '/policy/usage', 'all-only', compressed(rules.usage), usual),
      route('GET', '/policy/compare', 'all-only', compressed(rules.compare), usual),
      route('GET', '/report/unused-rules', 'all-only', compressed(report.unusedRules), usual),
      route('POST', '/report/unused-rules/clean-up', 'all-only', report.removeUnusedRules, usual),
      route('GET', '/report/covered-rules', 'all-only', compressed(report.coveredRules), usual),
      route('POST', '/report/covered-rules/clean-up', 'all-only', report.removeCoveredRules, usual),
      route('GET', '/report/same-rights', 'all-only', compressed(report.sameRights), usual),
      route('POST', '/report/same-rights/clean-up', 'all-only', report.mergeRoles, usual),
      route('GET', '/report/unused-roles', 'all-only', compressed(report.unusedRoles), usual),
      route('POST', '/report/unused-roles/clean-up', 'all-only', report.deleteUnusedRoles, usual),
      route('GET', '/report/idle-users', 'scoped', compressed(report.idleUsers), usual),
      route('POST', '/report/idle-users/clean-up', 'scoped', report.disableIdleUsers, usual),
      route('GET', '/report/empty-scopes', 'all-only', compressed(report.emptyScopes), usual),
    ]
  },
}
