// Runs alone: what other modules do with ticks changes what such objects have.
import { expect, test } from 'vitest'
import { keepTickShape } from './tick-shape.ts'

test('one object of a tick is kept, with all that such objects have, and none of those that come later', () => {
  const kept = keepTickShape()
  expect(kept).toMatchObject({ callback: expect.any(Function), args: undefined })
  expect(Object.getOwnPropertySymbols(kept).map(String).sort()).toEqual([
    'Symbol(async_id_symbol)',
    'Symbol(trigger_async_id_symbol)',
  ])
  process.nextTick(() => {})
  const later = keepTickShape()
  expect(later).not.toBe(kept)
  expect(Object.keys(later ?? {})).toEqual(Object.keys(kept ?? {}))
})
