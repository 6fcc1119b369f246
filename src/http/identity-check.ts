import type { FastifyRequest } from 'fastify'
import { Refusal, type RefusalReason } from '../refusal.ts'
import type { EndReason, Revocations } from '../token/revocation.ts'
import type { Tokens } from '../token/token.ts'
import type { Identity } from '../token/token-payload.ts'
import type { Check } from './check.ts'
import { isOpenBeforePasswordChange } from './password-change-due.ts'
import { callerOf, setCaller } from './request-identity.ts'

export interface IdentityCheckOptions {
  readonly readToken: (request: FastifyRequest) => string
  readonly tokens: Pick<Tokens, 'findVerified' | 'verify'>
  readonly revocations: () => Revocations
  /** Whether the revocations in memory are too old to decide by. */
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
 * Creates the first check, which determines the caller. It runs twice per request: before the body is read and right
 * before the handler. The second run uses the token that the first one has read.
 */
export function createIdentityCheck(options: IdentityCheckOptions): Check {
  const { readToken, tokens, revocations, isStale, now } = options

  const admit = (request: FastifyRequest, token: string, identity: Identity, time: number): void => {
    if (isStale(time)) throw new Refusal('unavailable')
    const end = revocations().endReasonOf(identity)
    if (end !== undefined) throw new Refusal(refusals[end])
    // Here and not in the permission check, which some routes and the admin role skip.
    if (identity.pwdChangeDue && !isOpenBeforePasswordChange(request))
      throw new Refusal('password-change-due')
    if (!callerOf(request)) setCaller(request, { identity, token })
  }

  return (request) => {
    const token = callerOf(request)?.token ?? readToken(request)
    const time = now()
    const known = tokens.findVerified(token, time)
    if (known) return admit(request, token, known, time)
    return tokens.verify(token).then((identity) => admit(request, token, identity, now()))
  }
}
