import type { Identity } from '../../foundation/identity/identity.ts'
import type { RefusalReason } from '../../foundation/refusal/refusal.ts'
import { effectiveMethod } from '../permission/method.ts'
import { type IncomingCall, pathOfCall } from './incoming-call.ts'

const ALWAYS_OPEN = ['GET /api/v1/getinfo', 'GET /api/v1/user/profile', 'POST /api/v1/logout']

const OPEN_BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set([...ALWAYS_OPEN, 'PUT /api/v1/user/pwd/set'])

const OPEN_BEFORE_SECOND_FACTOR: ReadonlySet<string> = new Set([
  ...ALWAYS_OPEN,
  'GET /api/v1/user/login-methods',
  'POST /api/v1/user/second-factor',
  'POST /api/v1/user/second-factor/confirm',
])

/**
 * Returns why a token does not allow a call before its user has set a new password or set up a second factor, or undefined if it
 * does. If both are due, the password comes first.
 */
export function restrictionOf(
  identity: Pick<Identity, 'pwdChangeDue' | 'secondFactorDue'>,
  call: Pick<IncomingCall, 'method' | 'url'>,
): RefusalReason | undefined {
  if (!identity.pwdChangeDue && !identity.secondFactorDue) return undefined
  const target = `${effectiveMethod(call.method)} ${pathOfCall(call)}`
  if (identity.pwdChangeDue) {
    return OPEN_BEFORE_PASSWORD_CHANGE.has(target) ? undefined : 'password-change-due'
  }
  return OPEN_BEFORE_SECOND_FACTOR.has(target) ? undefined : 'second-factor-due'
}
