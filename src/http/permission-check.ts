import type { Permission } from '../permission/permission.ts'
import { Refusal } from '../refusal.ts'
import type { Check } from './check.ts'
import { callerOf, setCaller } from './request-identity.ts'
import { pathOf } from './request-path.ts'

/** Creates the second check: whether the caller's role may call this path with this method. It follows the identity check. */
export function createPermissionCheck(permission: Pick<Permission, 'mayCall'>): Check {
  return (request) => {
    const caller = callerOf(request)
    if (!caller) throw new Refusal('token-missing')
    // The second run decides about the same call, whatever a hook has done to the request in between.
    const call = caller.allowedCall ?? { method: request.method, path: pathOf(request) }
    if (!permission.mayCall(caller.identity, call.path, call.method)) throw new Refusal('permission-denied')
    if (!caller.allowedCall) setCaller(request, { ...caller, allowedCall: call })
  }
}
