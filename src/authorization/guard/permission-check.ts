import { Refusal } from '../../foundation/refusal/refusal.ts'
import type { Permission, PermissionCaller, PermissionDecision } from '../permission/permission.ts'
import type { Caller } from './identity-check.ts'
import { type IncomingCall, pathOfCall } from './incoming-call.ts'

/** Returns the caller with the call that is allowed, or throws a refusal. */
export type PermissionCheck = (
  call: Pick<IncomingCall, 'method' | 'url' | 'remoteAddress'>,
  caller: Caller | undefined,
  /** The path of the route as it was declared, if it is known. */
  route?: string | undefined,
) => Caller

/**
 * Creates the second check: whether the caller's role may call this path with this method. It follows the identity check.
 * `onDecision` is called once per call, not for the second run. It must not throw.
 */
export function createPermissionCheck(
  permission: Pick<Permission, 'mayCall'>,
  onDecision?: (decision: PermissionDecision, caller: PermissionCaller) => void,
): PermissionCheck {
  return (call, caller, route) => {
    if (!caller) throw new Refusal('token-missing')
    // The second run decides about the same call, whatever a hook has done to the request in between.
    const { identity } = caller
    const { method, path } = caller.allowedCall ?? { method: call.method, path: pathOfCall(call) }
    const allowed = permission.mayCall(identity, path, method)
    if (!caller.allowedCall) {
      const { roleKey, userId } = identity
      onDecision?.({ roleKey, method, path, route, allowed }, { userId, address: call.remoteAddress })
    }
    if (!allowed) throw new Refusal('permission-denied', {}, { identity })
    return caller.allowedCall ? caller : { ...caller, allowedCall: { method, path } }
  }
}
