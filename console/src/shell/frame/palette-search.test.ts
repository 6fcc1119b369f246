import { expect, test } from 'vitest'
import { matches } from './palette-search.ts'

test('a name matches if it contains all words, in any order and case', () => {
  expect(matches('USER add', 'Add user')).toBe(true)
  expect(matches('get sys-user', 'GET /api/v1/sys-user/:id')).toBe(true)
  expect(matches('', 'Add user')).toBe(true)
  expect(matches('add role', 'Add user')).toBe(false)
})
