import { expect, test } from 'vitest'
import { checkClock, measureRoundTrips } from './clock.ts'

const judged = (aheadMs: number, uncertaintyMs = 1) =>
  checkClock({ Redis: { aheadMs, uncertaintyMs } }).map(({ status }) => status)

test.each([
  [0, 'ok'],
  [-900, 'ok'],
  [1500, 'warning'],
  [-9000, 'warning'],
  [60_000, 'problem'],
  [-60_000, 'problem'],
])('%d ms ahead: %s', (aheadMs, status) => {
  expect(judged(aheadMs)).toEqual([status])
})

test('what the round trip cannot exclude is not reported', () => {
  expect(judged(4000, 3500)).toEqual(['ok'])
  expect(judged(11_000, 3500)).toEqual(['warning'])
})

test('without another clock, the check is skipped', () => {
  expect(checkClock({ 'the database server': undefined, Redis: undefined })).toMatchObject([
    { status: 'skipped' },
  ])
})

test('the offset is measured against the middle of the fastest round trip', async () => {
  const { clock, medianMs } = await measureRoundTrips(async () => Date.now() + 60_000, Date.now)
  expect(Math.abs((clock?.aheadMs ?? 0) - 60_000)).toBeLessThanOrEqual((clock?.uncertaintyMs ?? 0) + 2)
  expect(medianMs).toBeGreaterThanOrEqual(0)
  expect((await measureRoundTrips(async () => undefined, Date.now)).clock).toBeUndefined()
})
