import type { Identity } from '../../platform/http/call/identity.ts'
import type { IncomingCall } from '../../platform/http/call/incoming-call.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Caller, IdentityCheck } from './identity-check.ts'
import type { PermissionCheck } from './permission-check.ts'
import type { Checks } from './routes/route-registry.ts'

/** A call that the checks decide about, the same in all runs, and their result so far. */
export interface CheckedCall {
  readonly call: IncomingCall
  /** The path of the route as it was declared, if it is known. */
  readonly route: string | undefined
  /** Undefined until the identity check has passed. */
  caller: Caller | undefined
}

export interface RequiredChecks {
  readonly checks: Exclude<Checks, 'none'>
  /** Whether the department of the caller is read, unless it is known. Data scopes need it. */
  readonly readsDepartment: boolean
}

/**
 * Runs the checks of the caller, and throws a refusal. It runs before the body is read, and again right before the handler. It
 * returns a promise only if it has to wait.
 */
export type CallerCheck = (checked: CheckedCall, required: RequiredChecks) => void | Promise<void>

interface CallerCheckOptions {
  readonly identityCheck: IdentityCheck
  readonly permissionCheck: PermissionCheck
  /** Reads the department of the caller, unless it is known. It does not throw: without a department, the caller sees no rows. */
  readonly readDepartment?: (identity: Identity) => Promise<void> | undefined
  /** Called for each call without the permission check, after the first identity check. */
  readonly onIdentityOnly?: (() => void) | undefined
}

/**
 * Creates the sequence of checks of every protected call, whichever way it arrives. The last two checks do not wait, so their
 * result is true when the handler starts.
 */
export function createCallerCheck(options: CallerCheckOptions): CallerCheck {
  const { identityCheck, permissionCheck, readDepartment, onIdentityOnly } = options

  function checkCaller(checked: CheckedCall, checks: RequiredChecks['checks']): Identity {
    const { call, route, caller: earlier } = checked
    const identified = identityCheck(call, earlier)
    checked.caller = identified
    if (checks !== 'identity') checked.caller = permissionCheck(call, identified, route)
    else if (!earlier) onIdentityOnly?.()
    return identified.identity
  }

  return (checked, { checks, readsDepartment }) => {
    const identity = checkCaller(checked, checks)
    const reading = readsDepartment ? readDepartment?.(identity) : undefined
    // The session may have ended in the meantime.
    return reading?.then(() => void checkCaller(checked, checks))
  }
}

/** Returns the caller. Throws if the checks have not run. */
export function requireCaller({ caller }: Pick<CheckedCall, 'caller'>): Caller {
  if (!caller) throw new Refusal('token-missing')
  return caller
}
