import { type DutyReason, dutyOf, type Identity } from '../../platform/http/call/identity.ts'
import { type IncomingCall, pathOfCall } from '../../platform/http/call/incoming-call.ts'
import { effectiveMethod } from '../../platform/http/call/method.ts'

const ALWAYS_OPEN = ['GET /api/v1/getinfo', 'GET /api/v1/user/profile', 'POST /api/v1/logout']

const OPEN_BEFORE: Readonly<Record<DutyReason, ReadonlySet<string>>> = {
  'password-change-due': new Set([...ALWAYS_OPEN, 'PUT /api/v1/user/pwd/set']),
  'second-factor-due': new Set([
    ...ALWAYS_OPEN,
    'GET /api/v1/user/login-methods',
    'POST /api/v1/user/second-factor',
    'POST /api/v1/user/second-factor/confirm',
  ]),
}

/**
 * Returns why a token does not allow a call before its user has set a new password or set up a second factor, or undefined if it
 * does.
 */
export function restrictionOf(
  identity: Pick<Identity, 'pwdChangeDue' | 'secondFactorDue'>,
  call: Pick<IncomingCall, 'method' | 'url'>,
): DutyReason | undefined {
  const duty = dutyOf(identity)
  if (duty === undefined) return undefined
  return OPEN_BEFORE[duty].has(`${effectiveMethod(call.method)} ${pathOfCall(call)}`) ? undefined : duty
}
