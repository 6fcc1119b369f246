import type { IdentityCheck } from '../../authorization/guard/identity-check.ts'
import type { PermissionCheck } from '../../authorization/guard/permission-check.ts'
import type { Permission } from '../../authorization/permission/permission.ts'
import type { Metrics } from '../../observability/metrics/metrics.ts'
import type { Tracing } from '../../observability/tracing/tracing.ts'
import { countIdentityRefusals, countPermissionDecisions } from './counted-checks.ts'
import { traceIdentityCheck, tracePermissionCheck } from './traced-checks.ts'

interface Checks {
  readonly identityCheck: IdentityCheck
  readonly permissionCheck: PermissionCheck
}

/** Returns both checks with their decisions counted and traced, if that is enabled. */
export function observeChecks(
  checks: Checks,
  permission: Pick<Permission, 'reasonOf'>,
  { metrics, tracing }: { metrics: Metrics | undefined; tracing: Tracing | undefined },
): Checks {
  let { identityCheck, permissionCheck } = checks
  if (metrics) {
    identityCheck = countIdentityRefusals(identityCheck, metrics)
    permissionCheck = countPermissionDecisions(permissionCheck, permission, metrics)
  }
  if (tracing) {
    identityCheck = traceIdentityCheck(identityCheck, tracing)
    permissionCheck = tracePermissionCheck(permissionCheck, permission, tracing)
  }
  return { identityCheck, permissionCheck }
}
