import type { Identity } from '../../platform/http/call/identity.ts'
import type { IncomingCall } from '../../platform/http/call/incoming-call.ts'
import { Refusal, type RefusalReason } from '../../platform/refusal/refusal.ts'
import type { PathReadings } from '../permission/patterns/path-readings.ts'
import type { EndReason, Revocations } from '../token/revocation.ts'
import type { Tokens } from '../token/token.ts'
import { restrictionOf } from './restricted-token.ts'

/** The call that the permission check has allowed. */
export interface AllowedCall {
  readonly method: string
  readonly path: string
  /** Present if the router that reads the path is not known. */
  readonly readings?: PathReadings
}

/** The result of the checks of a request. */
export interface Caller {
  readonly identity: Identity
  readonly token: string
  /** Undefined on routes without the permission check. */
  readonly allowedCall?: AllowedCall | undefined
}

/** Returns the caller, or throws a refusal. `earlier` is the result of the first run for the same call. */
export type IdentityCheck = (call: IncomingCall, earlier?: Caller) => Caller

export interface IdentityCheckOptions {
  readonly readToken: (call: IncomingCall) => string
  readonly tokens: Pick<Tokens, 'verify'>
  readonly revocations: () => Revocations
  /** Whether the revocations in memory are too old to decide by. */
  readonly isStale: () => boolean
}

const refusals: Readonly<Record<EndReason, RefusalReason>> = {
  ended: 'token-revoked',
  replaced: 'session-replaced',
  'ended-by-operator': 'session-ended',
  'password-changed': 'password-changed',
  'role-ended': 'role-ended',
}

/**
 * Creates the first check, which determines the caller. It runs twice per request: before the body is read and right
 * before the handler. The second run uses the token that the first one has read.
 */
export function createIdentityCheck(options: IdentityCheckOptions): IdentityCheck {
  const { readToken, tokens, revocations, isStale } = options

  return (call, earlier) => {
    const token = earlier?.token ?? readToken(call)
    const identity = tokens.verify(token)
    if (isStale()) throw new Refusal('unavailable', {}, { identity })
    const end = revocations().endReasonOf(identity)
    if (end !== undefined) throw new Refusal(refusals[end], {}, { identity })
    // Here and not in the permission check, which some routes and the admin role skip.
    const restriction = restrictionOf(identity, call)
    if (restriction !== undefined) throw new Refusal(restriction, {}, { identity })
    return earlier ?? { identity, token }
  }
}
