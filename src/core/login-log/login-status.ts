import type { RefusalReason } from '../../platform/refusal/refusal.ts'
import { MINUTE_IN_MS } from '../../platform/runtime/time-units.ts'

/** `2` and `1` are the values that go-admin stores. */
export type LoginStatus = '1' | '2' | '3'
export const LOGIN_FAILED: LoginStatus = '1'
export const LOGIN_SUCCEEDED: LoginStatus = '2'
/** The first factor was right, and the second one is missing: neither a success nor a failure. */
export const LOGIN_PENDING: LoginStatus = '3'

/** How long the second step of a login can follow the first one. */
export const SECOND_STEP_LIFETIME_MS = 5 * MINUTE_IN_MS

/** Why an entry was written. Stored, so a reason is never renamed. */
export type LoginReason = 'logged-in' | 'logged-out' | 'password-set' | RefusalReason

/**
 * Returns the status of an entry. The first step of a login is neither a success nor a failure.
 * See docs/decisions/0051-login-in-two-steps.md.
 */
export function statusOf(reason: LoginReason): LoginStatus {
  if (reason === 'logged-in' || reason === 'logged-out' || reason === 'password-set') return LOGIN_SUCCEEDED
  return reason === 'second-factor-required' ? LOGIN_PENDING : LOGIN_FAILED
}
