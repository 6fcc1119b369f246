import { expect, test } from 'vitest'
import { parseRights, permanentRightsOf, rightsText } from './credential-rights.ts'

const rights = { roleId: 7, deptId: 3, dataScope: '4' }

test('stored rights are read again', () => {
  for (const stored of [rights, { ...rights, deptId: 0, dataScope: '' }])
    expect(parseRights(rightsText(stored))).toEqual(stored)
})

test('a text without rights gives none', () => {
  for (const text of ['', '7', '7 3', '7 3 4 1', 'admin 0 ', '-7 3 4'])
    expect(parseRights(text)).toBeUndefined()
})

test('a role until a time does not count', () => {
  expect(permanentRightsOf({ ...rights, roleUntil: null, formerRoleId: 0 })).toEqual(rights)
  const temporary = { ...rights, roleUntil: '2026-01-31T08:00:00.000Z', formerRoleId: 2 }
  expect(permanentRightsOf(temporary)).toEqual({ ...rights, roleId: 2 })
})
