import type { IdentityCheck } from '../guard/identity-check.ts'
import type { PermissionCheck } from '../guard/permission-check.ts'
import { countIdentityRefusals, countPermissionDecisions } from '../metrics/counted-checks.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Permission } from '../permission/permission.ts'
import { traceIdentityCheck, tracePermissionCheck } from '../tracing/traced-checks.ts'
import type { Tracing } from '../tracing/tracing.ts'

interface Checks {
  readonly identityCheck: IdentityCheck
  readonly permissionCheck: PermissionCheck
}

export interface ObservedChecksOptions extends Checks {
  readonly permission: Pick<Permission, 'reasonOf'>
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
}

/** Returns both checks with their decisions counted and traced, if that is enabled. */
export function observeChecks(options: ObservedChecksOptions): Checks {
  const { permission, metrics, tracing } = options
  let { identityCheck, permissionCheck } = options
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
