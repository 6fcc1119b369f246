import type { Identity } from '../../platform/http/call/identity.ts'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../platform/runtime/time-units.ts'

const MAX_AGE_MS = 10 * MINUTE_IN_MS

/**
 * Throws unless the caller has logged in within the last ten minutes. Required for changes of what a user logs in with: with a
 * stolen token, someone could otherwise add a way to log in that outlasts the token.
 */
export function requireRecentLogin({ issuedAt }: Pick<Identity, 'issuedAt'>, now: number): void {
  if (now - issuedAt > MAX_AGE_MS) throw new Refusal('recent-login-required')
}
