import { createHash } from 'node:crypto'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { DAY_IN_MS, MINUTE_IN_MS } from '../../platform/runtime/time-units.ts'
import { type Attempts, NO_ATTEMPTS } from './login-throttle.store.ts'

const FIRST_DELAY_MS = 10_000
/** For a user who has logged in from the network before: an attacker in the same network cannot delay them longer. */
export const MAX_DELAY_WHERE_KNOWN_MS = MINUTE_IN_MS

/** The attempts of a subject before and after a failure. */
export interface Counted {
  readonly before: Attempts
  readonly after: Attempts
}

interface FailureLimit {
  /** Failures before the first delay. */
  readonly maxFailures: number
  readonly maxDelayMs: number
}

/** Returns the id of what attempts are counted for. */
export function attemptIdOf(
  kind: 'account' | 'network' | 'service-account' | 'service-network' | 'found-account' | 'second-factor',
  ...parts: readonly string[]
): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url')
}

/** Drops failures that are more than a day old, and keeps the time of the last success. */
export function withoutExpired(attempts: Attempts, time: number): Attempts {
  const { succeededAt } = attempts
  return time - attempts.updatedAt > DAY_IN_MS ? { ...NO_ATTEMPTS, succeededAt } : attempts
}

export function addFailure(attempts: Attempts, time: number, limit: FailureLimit): Attempts {
  const failures = attempts.failures + 1
  const excess = failures - limit.maxFailures
  // The delay doubles with every further failure. The exponent is limited to prevent an overflow.
  const delayMs = excess < 0 ? 0 : Math.min(limit.maxDelayMs, FIRST_DELAY_MS * 2 ** Math.min(excess, 20))
  return { ...attempts, failures, blockedUntil: delayMs === 0 ? 0 : time + delayMs, updatedAt: time }
}

/** Removes failures and the delays they caused, unless another failure has changed the delay since. */
export function removeFailures(
  current: Attempts,
  counted: readonly Counted[],
  maxFailures: number,
): Attempts {
  let { failures, blockedUntil } = current
  for (const { before, after } of counted) {
    failures = Math.max(0, failures - 1)
    if (blockedUntil === after.blockedUntil) blockedUntil = before.blockedUntil
    if (failures < maxFailures) blockedUntil = 0
  }
  return { ...current, failures, blockedUntil }
}

export function waitUntil(blockedUntil: number, time: number): Refusal {
  return new Refusal('rate-limited', { retryAfterSeconds: Math.ceil((blockedUntil - time) / 1000) })
}
