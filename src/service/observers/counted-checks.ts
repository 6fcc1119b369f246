import type { IdentityCheck } from '../../authorization/guard/identity-check.ts'
import type { PermissionCheck } from '../../authorization/guard/permission-check.ts'
import type { Permission } from '../../authorization/permission/permission.ts'
import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { Metrics } from '../../observability/metrics/metrics.ts'

type Decisions = Pick<Metrics, 'decision'>

/** Returns the identity check with its refusals counted, those of the second run too. */
export function countIdentityRefusals(check: IdentityCheck, metrics: Decisions): IdentityCheck {
  return (call, earlier) => {
    try {
      return check(call, earlier)
    } catch (error) {
      countRefusal(error, metrics)
      throw error
    }
  }
}

/** Returns the permission check with its decisions counted. An allowed call is counted in the first run only. */
export function countPermissionDecisions(
  check: PermissionCheck,
  permission: Pick<Permission, 'reasonOf'>,
  metrics: Decisions,
): PermissionCheck {
  return (call, caller, route) => {
    try {
      const allowed = check(call, caller, route)
      const { identity, allowedCall } = allowed
      if (allowedCall && !caller?.allowedCall)
        metrics.decision('allowed', permission.reasonOf(identity, allowedCall.path, allowedCall.method))
      return allowed
    } catch (error) {
      countRefusal(error, metrics)
      throw error
    }
  }
}

/** An error that is not a refusal becomes one with the reason `fault`. */
function countRefusal(error: unknown, metrics: Decisions): void {
  metrics.decision('refused', error instanceof Refusal ? error.reason : 'fault')
}
