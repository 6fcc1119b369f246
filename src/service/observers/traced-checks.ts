import type { IdentityCheck } from '../../authorization/guard/identity-check.ts'
import type { PermissionCheck } from '../../authorization/guard/permission-check.ts'
import type { Permission } from '../../authorization/permission/permission.ts'
import type { Tracing } from '../../observability/tracing/tracing.ts'

/** Returns the identity check with a span around the first run. The second one takes microseconds. */
export function traceIdentityCheck(check: IdentityCheck, tracing: Pick<Tracing, 'span'>): IdentityCheck {
  return (call, earlier) =>
    earlier ? check(call, earlier) : tracing.span('identity check', () => check(call, earlier))
}

/** Returns the permission check with a span around the first run, which says why the call is allowed. */
export function tracePermissionCheck(
  check: PermissionCheck,
  permission: Pick<Permission, 'reasonOf'>,
  tracing: Pick<Tracing, 'span'>,
): PermissionCheck {
  return (call, caller, route) => {
    if (caller?.allowedCall) return check(call, caller, route)
    return tracing.span(
      'permission check',
      () => check(call, caller, route),
      ({ identity, allowedCall }) =>
        allowedCall
          ? { 'castellan.reason': permission.reasonOf(identity, allowedCall.path, allowedCall.method) }
          : {},
    )
  }
}
