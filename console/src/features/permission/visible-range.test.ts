import { expect, test } from 'vitest'
import { visibleRange } from './visible-range.ts'

test('a short list is rendered as a whole', () => {
  expect(visibleRange({ count: 20, itemSize: 10, offset: 100, viewport: 30 }, 20)).toEqual({
    start: 0,
    end: 20,
  })
})

test.each([
  ['the beginning', 0, { start: 0, end: 9 }],
  ['the middle', 505, { start: 44, end: 60 }],
  ['the end', 970, { start: 91, end: 100 }],
])('a long list, scrolled to %s: the visible items and some around them', (_name, offset, range) => {
  expect(visibleRange({ count: 100, itemSize: 10, offset, viewport: 30 }, 20)).toEqual(range)
})
