import type { Operator } from '../../../core/audit-log/operator.ts'
import { type Route, type RouteLimits, route } from '../../../core/check/http/route.ts'
import type { KnownRoute } from '../../../core/check/routes/route-classes.ts'
import type { RouteRegistry } from '../../../core/check/routes/route-registry.ts'
import type { ScopeChange } from '../../../core/data-scope/scope-change.ts'
import type { ServiceContext } from '../../../core/service/context.ts'
import { ALL_USERS } from '../../../core/user/list/user-scope.ts'
import { dataScopePreviewRoute } from './data-scope-preview.ts'
import { createPolicyPreview } from './policy-preview.ts'
import { policyPreviewRoute } from './policy-preview-endpoints.ts'
import type { ProposedChange } from './proposed-change.ts'
import { createScopePreview } from './scope-preview.ts'
import { scopePreviewLines } from './scope-preview-lines.ts'

type RouteParts = RouteLimits &
  Parameters<typeof dataScopePreviewRoute>[0] &
  Parameters<typeof policyPreviewRoute>[0]
type PolicyPreviewOptions = Parameters<typeof createPolicyPreview>[0]
type ScopePreviewOptions = Parameters<typeof createScopePreview>[0]

interface Parts extends Pick<ServiceContext, 'settings' | 'exclusionList'> {
  readonly storage: Pick<ScopePreviewOptions, 'database' | 'users' | 'roles'> & {
    readonly departmentsInForce: { readonly current: ScopePreviewOptions['index'] }
  }
  readonly dryRun: ScopePreviewOptions['dryRun']
  readonly registry: RouteRegistry
  readonly usageRecorder: { readonly flush: NonNullable<PolicyPreviewOptions['flushUsage']> }
}

interface CommandParts
  extends Pick<ServiceContext, 'settings' | 'exclusionList'>,
    Pick<ScopePreviewOptions, 'database' | 'users' | 'roles' | 'dryRun'> {
  readonly operator: Operator
  readonly readIndex: ScopePreviewOptions['index']
}

export const previewFeature = {
  parts({ settings, storage, exclusionList, dryRun, registry, usageRecorder }: Parts) {
    const { database, users, roles, departmentsInForce } = storage
    return {
      previewPolicy: createPolicyPreview({
        database,
        exclusionList,
        usageKeepDays: settings.usage.keepDays,
        routes: registry.routes,
        flushUsage: usageRecorder.flush,
      }),
      previewScope: createScopePreview({ database, users, roles, dryRun, index: departmentsInForce.current }),
    }
  },
  commandParts(parts: CommandParts) {
    const { settings, database, users, roles, exclusionList, operator, dryRun, readIndex } = parts
    const previewScope = createScopePreview({ database, users, roles, dryRun, index: readIndex })
    return {
      /** Compares a proposed change of the policy with the recorded usage. */
      previewPolicy: (change: ProposedChange, routes: readonly KnownRoute[]) =>
        createPolicyPreview({
          database,
          exclusionList,
          usageKeepDays: settings.usage.keepDays,
          routes: () => routes,
        })(operator, async () => change, { mayCall: () => true }),
      /** Counts what users gain and lose by a change of a user, a role or a department, and describes it in lines. */
      async previewScope(change: ScopeChange) {
        const preview = await previewScope(operator, change, ALL_USERS)
        return { preview, lines: scopePreviewLines(preview) }
      },
    }
  },
  routes(parts: RouteParts): Route[] {
    const { usual } = parts.limits
    return [
      route('POST', '/data-scope/preview', 'scoped', dataScopePreviewRoute(parts), usual),
      route('POST', '/policy/preview', 'all-only', policyPreviewRoute(parts), usual),
    ]
  },
}
