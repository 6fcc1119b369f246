import { expect, test } from 'vitest'
import { exitCodeOf } from './shadow-commands.ts'

const EQUAL = { compared: 3, differing: 0, undecided: [], skipped: { tooMany: 0 } }
const UNDECIDED = [{ reason: 'HTTP 502', questions: 1, example: 'GET /orders' }]

test('the exit code is 0 only for a complete comparison without a difference', () => {
  expect(exitCodeOf(EQUAL)).toBe(0)
  expect(exitCodeOf({ ...EQUAL, compared: 0 })).toBe(2)
  expect(exitCodeOf({ ...EQUAL, undecided: UNDECIDED })).toBe(2)
  expect(exitCodeOf({ ...EQUAL, skipped: { tooMany: 1 } })).toBe(2)
  expect(exitCodeOf({ ...EQUAL, differing: 1, undecided: UNDECIDED })).toBe(1)
})
