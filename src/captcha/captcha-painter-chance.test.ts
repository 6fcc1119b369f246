import { beforeEach, expect, test, vi } from 'vitest'
import { between, eitherSide, randomWave } from './captcha-painter-chance.ts'

const chance = vi.hoisted(() => ({ asked: [] as number[], fraction: 0 }))
vi.mock('node:crypto', () => ({
  randomInt(bound: number) {
    chance.asked.push(bound)
    return Math.floor(chance.fraction * bound)
  },
}))

beforeEach(() => {
  chance.asked = []
  chance.fraction = 0
})

test('between two numbers: the lower one at the least, the upper one never', () => {
  expect(between(-3, 5)).toBe(-3)
  chance.fraction = 0.25
  expect(between(-3, 5)).toBe(-1)
  chance.fraction = 1 - 2 ** -32
  expect(between(-3, 5)).toBeLessThan(5)
  expect(between(-3, 5)).toBeCloseTo(5)
  expect(new Set(chance.asked)).toEqual(new Set([2 ** 32]))
})

test('either side of zero, alike often', () => {
  expect(eitherSide(7)).toBe(7)
  chance.fraction = 0.5
  expect(eitherSide(7)).toBe(-7)
  expect(chance.asked).toEqual([2, 2])
})

test('a wave of a height and a length, which starts anywhere', () => {
  const wave = () => Array.from(randomWave(4, 8, 9), (point) => Number(point.toFixed(3)) + 0)
  expect(wave()).toEqual([0, 2.828, 4, 2.828, 0, -2.828, -4, -2.828, 0])
  chance.fraction = 0.25
  expect(wave()).toEqual([4, 2.828, 0, -2.828, -4, -2.828, 0, 2.828, 4])
})
