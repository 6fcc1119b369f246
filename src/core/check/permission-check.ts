import { type IncomingCall, pathOfCall } from '../../platform/http/call/incoming-call.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { type PathReadings, readPath } from '../permission/patterns/path-readings.ts'
import type { CallSource, Permission, PermissionDecision } from '../permission/permission.ts'
import type { AllowedCall, Caller } from './identity-check.ts'

/** Returns the caller with the call that is allowed, or throws a refusal. */
export type PermissionCheck = (
  call: Pick<IncomingCall, 'method' | 'url' | 'remoteAddress'>,
  caller: Caller,
  /** The path of the route as it was declared, if it is known. */
  route?: string | undefined,
) => Caller

/** Called once per call, not for the second run. It must not throw. */
type OnDecision = (decision: PermissionDecision, source: CallSource) => void

/**
 * Creates the second check: whether the caller's role may call this path with this method. It follows the identity check.
 */
export function createPermissionCheck(
  permission: Pick<Permission, 'mayCall'>,
  onDecision?: OnDecision,
): PermissionCheck {
  return createCheck(
    (path) => ({ path }),
    (identity, { path, method }) => permission.mayCall(identity, path, method),
    onDecision,
  )
}

/** Creates the same check for calls that a router reads which is not known: all readings of the path need a permission. */
export function createUpstreamPermissionCheck(
  permission: Pick<Permission, 'mayCallAll'>,
  onDecision?: OnDecision,
): PermissionCheck {
  return createCheck(
    (path) => ({ path, readings: readPath(path) }),
    (identity, { readings = [], method }) => permission.mayCallAll(identity, readings, method),
    onDecision,
  )
}

function createCheck(
  read: (path: string) => { readonly path: string; readonly readings?: PathReadings },
  mayCall: (identity: Caller['identity'], call: AllowedCall) => boolean,
  onDecision: OnDecision | undefined,
): PermissionCheck {
  return (call, caller, route) => {
    const { identity, allowedCall } = caller
    // Later runs decide about the same call, whatever a hook has done to the request in between, and do not read it again: a
    // WebSocket is checked every two seconds.
    const decided = allowedCall ?? { method: call.method, ...read(pathOfCall(call)) }
    const allowed = mayCall(identity, decided)
    if (!allowedCall) {
      const { roleKey, userId } = identity
      const { method, path } = decided
      onDecision?.({ roleKey, method, path, route, allowed }, { userId, address: call.remoteAddress })
    }
    if (!allowed) throw new Refusal('permission-denied', {}, { identity })
    return allowedCall ? caller : { ...caller, allowedCall: decided }
  }
}
