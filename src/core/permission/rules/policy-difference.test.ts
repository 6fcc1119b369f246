import { expect, test } from 'vitest'
import { policyDifference } from './policy-difference.ts'

const rule = (roleKey: string, path: string) => ({ roleKey, path, method: 'GET' })
const A = rule('a', '/1')
const B = rule('b', '/1')
const NEW = rule('a', '/2')

test.each([
  ['rules to add', { add: [A, NEW, NEW], remove: [], replace: [] }, { added: [NEW], removed: [] }],
  ['rules to remove', { add: [], remove: [A, A], replace: [] }, { added: [], removed: [A] }],
  ['a whole policy', { add: [NEW], remove: [], replace: 'all' }, { added: [NEW], removed: [A, B] }],
  ['all rules of a role', { add: [NEW], remove: [], replace: ['a'] }, { added: [NEW], removed: [A] }],
] as const)('%s', async (_, change, expected) => {
  expect(await policyDifference([A, B], change)).toEqual({ ...expected, unknown: undefined })
})

test('a rule to remove that does not exist is returned', async () => {
  const { unknown } = await policyDifference([A], { add: [], remove: [A, NEW], replace: [] })
  expect(unknown).toEqual(NEW)
})
