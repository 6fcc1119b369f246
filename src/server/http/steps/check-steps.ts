import type { IdentityCheck } from '../../../authorization/guard/identity-check.ts'
import type { PermissionCheck } from '../../../authorization/guard/permission-check.ts'
import type { Check } from './check.ts'
import { callerOf, setCaller } from './request-identity.ts'
import { toIncomingCall } from './request-to-call.ts'

/** Converts the identity check to a step of a request. It stores the caller. */
export function identityStep(check: IdentityCheck): Check {
  return (request) => setCaller(request, check(toIncomingCall(request), callerOf(request)))
}

/** Converts the permission check to a step of a request, after the step of the identity check. */
export function permissionStep(check: PermissionCheck): Check {
  return (request) => {
    const earlier = callerOf(request)
    // Only the first run needs the route, and reading it takes time.
    const route = earlier?.allowedCall ? undefined : request.routeOptions.url
    setCaller(request, check(toIncomingCall(request), earlier, route))
  }
}
