import { expect, test } from 'vitest'
import { idAfter } from './use-opened.ts'

test('the id of what is open follows its word', () => {
  expect(idAfter('edit', 'edit 7')).toBe(7)
  expect(idAfter('edit', 'copy 7')).toBeUndefined()
  expect(idAfter('edit', 'edit')).toBeUndefined()
  expect(idAfter('edit', 'edit x')).toBeUndefined()
  expect(idAfter('edit', undefined)).toBeUndefined()
})
