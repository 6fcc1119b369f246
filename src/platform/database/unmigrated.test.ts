import { expect, test } from 'vitest'
import { measureRoundTrips } from './unmigrated.ts'

test('the offset is measured against the middle of the fastest round trip', async () => {
  const { clock, medianMs } = await measureRoundTrips(async () => Date.now() + 60_000, Date.now)
  expect(Math.abs((clock?.aheadMs ?? 0) - 60_000)).toBeLessThanOrEqual((clock?.uncertaintyMs ?? 0) + 2)
  expect(medianMs).toBeGreaterThanOrEqual(0)
  expect((await measureRoundTrips(async () => undefined, Date.now)).clock).toBeUndefined()
})
