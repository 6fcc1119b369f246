import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('uses the singular for one only', () => {
  expect([0, 1, 2].map((count) => counted(count, 'rule'))).toEqual(['0 rules', '1 rule', '2 rules'])
  expect(counted(1, 'entry', 'entries')).toBe('1 entry')
  expect(counted(3, 'entry', 'entries')).toBe('3 entries')
})
