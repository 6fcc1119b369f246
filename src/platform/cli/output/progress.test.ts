import { expect, test } from 'vitest'
import { barOf } from './progress.ts'

test.each([
  [0, 8, '░'.repeat(30), '0 % (0 of 8)'],
  [3, 8, `${'█'.repeat(11)}${'░'.repeat(19)}`, '37 % (3 of 8)'],
  [8, 8, '█'.repeat(30), '100 % (8 of 8)'],
  [9, 8, '█'.repeat(30), '100 % (9 of 8)'],
  [0, 0, '█'.repeat(30), '100 % (0 of 0)'],
  [50_000, 100_000, `${'█'.repeat(15)}${'░'.repeat(15)}`, '50 % (50,000 of 100,000)'],
])('%i of %i', (done, total, bar, words) => {
  expect(barOf('importing', done, total)).toBe(`importing ${bar} ${words}`)
})

test('without a total, only the number is shown', () => {
  expect(barOf('exporting', 12_345, undefined)).toBe('exporting (12,345)')
})
