import { expect, test } from 'vitest'
import { hoursPerLabel, niceCeiling } from './scale.ts'

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 10],
  [10, 10],
  [11, 20],
  [37, 40],
  [100, 100],
  [4001, 10_000],
])('%d fits under %d', (value, ceiling) => {
  expect(niceCeiling(value)).toBe(ceiling)
})

test.each([
  [24, 24, 1],
  [24, 8, 3],
  [24, 4, 6],
  [72, 15, 6],
  [168, 15, 12],
  [168, 4, 24],
])('%d hours with room for %d labels have one every %d hours', (hours, maxLabels, step) => {
  expect(hoursPerLabel(hours, maxLabels)).toBe(step)
})
