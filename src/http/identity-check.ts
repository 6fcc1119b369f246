import type { FastifyRequest } from 'fastify'
import { Refusal, type RefusalReason } from '../refusal.ts'
import type { Bearer } from '../token/bearer.ts'
import type { EndReason, Revocations } from '../token/revocation.ts'
import type { Tokens } from '../token/token.ts'
import type { Identity } from '../token/token-payload.ts'
import type { Check } from './check.ts'
import { isOpenBeforePasswordChange } from './password-change-due.ts'
import { authorizationOf } from './token-carriers.ts'
import './request-identity.ts'

export interface IdentityCheckOptions {
  readonly readToken: (request: FastifyRequest) => Bearer
  readonly tokens: Tokens
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

  const lookUp = (request: FastifyRequest, time: number): void | Promise<void> => {
    const bearer = readToken(request)
    const known = tokens.recall(bearer, time)
    if (!known) return tokens.verify(bearer).then((identity) => admit(request, identity, now()))
    return admit(request, known, time)
  }

  return (request) => {
    // For the figure `identity-warm`: most tokens come in a header that is known as it is.
    const authorization = authorizationOf(request)
    // Read once for all of it, for the figures `protected-*`.
    const time = now()
    const known = authorization === undefined ? undefined : tokens.recall(authorization, time)
    return known ? admit(request, known, time) : lookUp(request, time)
  }
}
