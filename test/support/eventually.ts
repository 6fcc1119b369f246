import { vi } from 'vitest'

/** Far longer than anything takes: a slow machine is no fault of what is tested. */
const PATIENCE_MILLISECONDS = 15_000

/**
 * Asks again and again until the check holds, and fails with its last reason once patience is over.
 *
 * @example
 * await eventually(async () => expectRefused(await call(url, bearer(token)), 401))
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MILLISECONDS, interval: 20 })
}
