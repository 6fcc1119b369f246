import { expect, test } from 'vitest'
import { proposedRoleKey } from './role-key.ts'

test.each([
  ['Night auditors', 'night-auditors'],
  ['  Büro & Empfang (2) ', 'buro-empfang-2'],
  ['财务', ''],
  ['x'.repeat(100), 'x'.repeat(64)],
])('the key proposed for %j is %j', (name, key) => {
  expect(proposedRoleKey(name)).toBe(key)
})
