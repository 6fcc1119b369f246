import type { Permission } from '../permission/permission.ts'
import { Refusal } from '../refusal.ts'
import type { Caller } from './caller.ts'
import { type IncomingCall, pathOfCall } from './incoming-call.ts'

/** Returns the caller with the call that is allowed, or throws a refusal. */
export type PermissionCheck = (
  call: Pick<IncomingCall, 'method' | 'url'>,
  caller: Caller | undefined,
) => Caller

/** Creates the second check: whether the caller's role may call this path with this method. It follows the identity check. */
export function createPermissionCheck(permission: Pick<Permission, 'mayCall'>): PermissionCheck {
  return (call, caller) => {
    if (!caller) throw new Refusal('token-missing')
    // The second run decides about the same call, whatever a hook has done to the request in between.
    const { method, path } = caller.allowedCall ?? { method: call.method, path: pathOfCall(call) }
    if (!permission.mayCall(caller.identity, path, method)) throw new Refusal('permission-denied')
    return caller.allowedCall ? caller : { ...caller, allowedCall: { method, path } }
  }
}
