import { vi } from 'vitest'

/** Longer than anything takes on a machine that is ten times slower than usual. */
export const WAIT_LIMIT_MS = 120_000

/**
 * Repeats the check until it passes. Fails with its last error after WAIT_LIMIT_MS.
 *
 * @example
 * await eventually(async () => expectRefused(await call(url, bearer(token)), 401))
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_LIMIT_MS, interval: 20 })
}
