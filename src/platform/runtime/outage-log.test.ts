import { expect, test } from 'vitest'
import { createOutageLog } from './outage-log.ts'

test('only the first failure of each outage is reported', () => {
  const reported: unknown[] = []
  const outage = createOutageLog((error) => reported.push(error))
  expect(outage.isFailing).toBe(false)
  outage.failed('first outage')
  outage.failed('retry')
  expect(outage.isFailing).toBe(true)
  outage.recovered()
  expect(outage.isFailing).toBe(false)
  outage.failed('second outage')
  expect(reported).toEqual(['first outage', 'second outage'])
})
