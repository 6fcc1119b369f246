import { expect, test } from 'vitest'
import { idAfter, idsAfter } from './use-opened.ts'

test('the id of what is open follows its word', () => {
  expect(idAfter('edit', 'edit 7')).toBe(7)
  expect(idAfter('edit', 'copy 7')).toBeUndefined()
  expect(idAfter('edit', 'edit')).toBeUndefined()
  expect(idAfter('edit', 'edit x')).toBeUndefined()
  expect(idAfter('edit', undefined)).toBeUndefined()
  expect(idAfter('edit', 'edit 7,8')).toBeUndefined()
})

test('several ids are separated by commas', () => {
  expect(idsAfter('role-of', 'role-of 7,8')).toEqual([7, 8])
  expect(idsAfter('role-of', 'role-of 7,x')).toEqual([])
  expect(idsAfter('role-of', 'edit 7')).toEqual([])
})
