import { expect, test } from 'vitest'
import { ratioAtLeast, ratioAtMost, resultOf } from '../../tools/bench/harness/result.ts'

const reachedWith = (target: ReturnType<typeof ratioAtMost>, low: number, median: number, high: number) =>
  resultOf({ id: 'x', unit: 'ms', value: 1, ratio: { median, spread: [low, high] }, target }).reached

test('a target is reached only if the worse quartile meets it', () => {
  expect(reachedWith(ratioAtMost(2), 1.5, 1.8, 2)).toBe('yes')
  expect(reachedWith(ratioAtLeast(2), 2, 2.3, 2.9)).toBe('yes')
})

test('a target between the quartiles is not certain, on either side of the median', () => {
  expect(reachedWith(ratioAtMost(2), 1.5, 1.8, 2.1)).toBe('not certain')
  expect(reachedWith(ratioAtMost(2), 1.9, 2.2, 2.5)).toBe('not certain')
  expect(reachedWith(ratioAtLeast(2), 1.9, 2.2, 2.5)).toBe('not certain')
})

test('a target that even the better quartile misses is missed', () => {
  expect(reachedWith(ratioAtMost(1.35), 1.577, 1.997, 2.262)).toBe('no')
  expect(reachedWith(ratioAtLeast(2), 1.1, 1.5, 1.9)).toBe('no')
})

test('a count has no quartiles, and a row without a target has no verdict', () => {
  expect(
    resultOf({ id: 'x', unit: 'errors', value: 1, target: { of: 'value', bound: 'at most', limit: 0 } })
      .reached,
  ).toBe('no')
  expect(resultOf({ id: 'x', unit: 'ms', value: 1 }).reached).toBe('no target')
})
