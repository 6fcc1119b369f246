import type { FastifyRequest } from 'fastify'
import { Refusal, type RefusalReason } from '../refusal.ts'
import type { EndReason, Revocations } from '../token/revocation.ts'
import type { Tokens } from '../token/token.ts'
import type { Identity } from '../token/token-payload.ts'
import type { Check } from './check.ts'
import { isOpenBeforePasswordChange } from './password-change-due.ts'
import './request-identity.ts'

export interface IdentityCheckOptions {
  readonly readToken: (request: FastifyRequest) => string
  readonly tokens: Pick<Tokens, 'findVerified' | 'verify'>
  readonly revocations: () => Revocations
  /** Whether it has been unknown for too long, at this time, who has been shut out since. */
  readonly isStale: (time: number) => boolean
  readonly now: () => number
}

const refusals: Readonly<Record<EndReason, RefusalReason>> = {
  ended: 'token-revoked',
  replaced: 'session-replaced',
  'ended-by-operator': 'session-ended',
  'password-changed': 'password-changed',
}

/**
 * The first check: who is calling? Any doubt is a refusal. A token that has been seen before is settled at once,
 * without a promise, since this stands in the way of every request.
 */
export function createIdentityCheck({
  readToken,
  tokens,
  revocations,
  isStale,
  now,
}: IdentityCheckOptions): Check {
  const admit = (request: FastifyRequest, identity: Identity, time: number): void => {
    if (isStale(time)) throw new Refusal('unavailable')
    const end = revocations().endReasonOf(identity)
    if (end !== undefined) throw new Refusal(refusals[end])
    // Here and not with the permission check, which neither every route passes nor every role.
    if (identity.pwdChangeDue && !isOpenBeforePasswordChange(request))
      throw new Refusal('password-change-due')
    request.identity = identity
  }

  return (request) => {
    const token = readToken(request)
    const time = now()
    const identity = tokens.findVerified(token, time)
    if (identity) return admit(request, identity, time)
    return tokens.verify(token).then((verified) => admit(request, verified, now()))
  }
}
