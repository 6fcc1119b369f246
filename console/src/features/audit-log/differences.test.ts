import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('lists the differences field by field', () => {
  expect(differencesOf({ status: '2', n: 1 }, { status: '1', rules: [1] })).toEqual([
    { name: 'status', was: '2', is: '1' },
    { name: 'n', was: 1, is: undefined },
    { name: 'rules', was: undefined, is: [1] },
  ])
  expect(differencesOf(null, 'tampered with')).toEqual([{ name: '', was: undefined, is: 'tampered with' }])
  expect(differencesOf(null, null)).toEqual([])
})

test('leaves out what says nothing to a reader', () => {
  const after = { roleId: 3, roleKey: 'auditor', revision: 2, updatedAt: '2026-01-31T12:00:00.000Z' }
  expect(differencesOf(null, after)).toEqual([{ name: 'roleKey', was: undefined, is: 'auditor' }])
})
