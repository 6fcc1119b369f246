import { vi } from 'vitest'

/** A change that another process makes is in force in the running service within this time. */
const TAKES_EFFECT_WITHIN_MILLISECONDS = 2000

/**
 * Asks again and again until the check holds, and fails with its last reason once the time is over.
 *
 * @example
 * await eventually(async () => expectRefused(await call(url, bearer(token)), 401))
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: TAKES_EFFECT_WITHIN_MILLISECONDS, interval: 20 })
}
