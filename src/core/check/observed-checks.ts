import type { Metrics } from '../../platform/observability/metrics.ts'
import type { Tracing } from '../../platform/observability/tracing.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Permission } from '../permission/permission.ts'
import type { IdentityCheck } from './identity-check.ts'
import type { PermissionCheck } from './permission-check.ts'

interface Observers {
  readonly metrics: Metrics | undefined
  readonly tracing: Tracing | undefined
}

/** Returns the identity check with its decisions counted and traced, if that is enabled. */
export function observeIdentityCheck(check: IdentityCheck, { metrics, tracing }: Observers): IdentityCheck {
  const counted = metrics ? countIdentityRefusals(check, metrics) : check
  if (!tracing) return counted
  // Only the first run has a span: the second one takes microseconds.
  return (call, earlier) =>
    earlier ? counted(call, earlier) : tracing.span('identity check', () => counted(call, earlier))
}

/** Returns the permission check with its decisions counted and traced, if that is enabled. */
export function observePermissionCheck(
  check: PermissionCheck,
  permission: Pick<Permission, 'reasonOf'>,
  { metrics, tracing }: Observers,
): PermissionCheck {
  const counted = metrics ? countPermissionDecisions(check, permission, metrics) : check
  if (!tracing) return counted
  // The span of the first run says why the call is allowed. The second run has no span: its caller has an allowed call already.
  return (call, caller, route) => {
    if (caller.allowedCall) return counted(call, caller, route)
    return tracing.span(
      'permission check',
      () => counted(call, caller, route),
      ({ identity, allowedCall }) =>
        allowedCall
          ? { 'castellan.reason': permission.reasonOf(identity, allowedCall.path, allowedCall.method) }
          : {},
    )
  }
}

type Decisions = Pick<Metrics, 'decision'>

/** Returns the identity check with its refusals counted, those of the second run too. */
function countIdentityRefusals(check: IdentityCheck, metrics: Decisions): IdentityCheck {
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
function countPermissionDecisions(
  check: PermissionCheck,
  permission: Pick<Permission, 'reasonOf'>,
  metrics: Decisions,
): PermissionCheck {
  return (call, caller, route) => {
    try {
      const allowed = check(call, caller, route)
      const { identity, allowedCall } = allowed
      if (allowedCall && !caller.allowedCall)
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
