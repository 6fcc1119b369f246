import { expect, test } from 'vitest'
import { niceCeiling } from './scale.ts'

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
