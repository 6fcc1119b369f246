import { vi } from 'vitest'

/** Far longer than anything takes: a slow machine is no fault of what is tested. */
const PATIENCE_MILLISECONDS = 15_000

/**
 * Asks again and again until the check holds, where it only has to hold in the end. For what is promised within a time there is
 * `eventually`.
 *
 * @example
 * await patiently(() => expect(asked.length).toBeGreaterThan(2))
 */
export function patiently<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MILLISECONDS, interval: 20 })
}
