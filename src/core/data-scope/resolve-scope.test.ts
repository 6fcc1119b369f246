import { describe, expect, test } from 'vitest'
import { createDepartmentIndex } from './department-index.ts'
import { resolveScope, type ScopeSubject } from './resolve-scope.ts'

const ON = '2'
const OFF = '1'
const node = (deptId: number, parentId: number, status = ON) => ({ deptId, parentId, status })

/** 1 ─ 2 ─ 3, 1 ─ 4 (disabled) ─ 5; 7 and 8 are in a cycle, 6 is below it, 9 is below a missing department. */
const index = createDepartmentIndex({
  departments: [
    node(1, 0),
    node(2, 1),
    node(3, 2),
    node(4, 1, OFF),
    node(5, 4),
    node(6, 7),
    node(7, 8),
    node(8, 7),
    node(9, 99),
  ],
  roles: new Map([
    [20, [3, 5]],
    [21, [4, 7, 9, 99, 0, -1]],
    [22, [2, 4]],
  ]),
})

const resolve = (fields: Partial<ScopeSubject>) =>
  resolveScope({ userId: 70, roleId: 20, roleKey: 'clerk', dataScope: '5', deptId: 2, ...fields }, index)
const none = (reason: string) => ({ kind: 'none', reason })
const some = (...departments: number[]) => ({ kind: 'some', departments })

test('admin is all, whatever else is unknown', () => {
  const strange = { userId: 0, dataScope: '9', deptId: undefined }
  expect(resolve({ roleKey: 'admin', ...strange })).toEqual({ kind: 'all' })
  expect(resolve({ roleKey: 'admin', deptId: 4 })).toEqual({ kind: 'all' })
  expect(resolve({ roleKey: 'Admin', ...strange })).toEqual(none('identity-invalid'))
})

test.each([
  ['1', 2, { kind: 'all' }],
  ['1', 0, { kind: 'all' }],
  ['2', 2, some(3, 5)],
  ['2', 0, some(3, 5)],
  ['3', 2, some(2)],
  ['4', 2, some(2, 3)],
  ['4', 1, some(1, 2, 3, 4, 5)],
  ['4', 5, some(5)],
  ['5', 2, { ...some(), userId: 70 }],
  ['5', 0, { ...some(), userId: 70 }],
] as const)('data scope %s in department %s', (dataScope, deptId, expected) => {
  expect(resolve({ dataScope, deptId })).toEqual(expected)
})

describe('is none with its reason', () => {
  test.each(['', '0', '6', '-1', '01', ' 1', '1 ', '1.0', 'all', 'constructor', '１'])(
    'for the unknown data scope %j',
    (dataScope) => expect(resolve({ dataScope })).toEqual(none('scope-unknown')),
  )

  test.each([
    [0, 'department-missing'],
    [-1, 'department-deleted'],
    [99, 'department-deleted'],
    [Number.NaN, 'department-deleted'],
    [4, 'department-disabled'],
    [9, 'department-orphaned'],
    [7, 'department-cycle'],
    [6, 'department-cycle'],
    [undefined, 'department-not-read'],
  ])('in department %s', (deptId, reason) => {
    for (const dataScope of ['3', '4']) expect(resolve({ dataScope, deptId })).toEqual(none(reason))
    // A department that is not a place to be in gives nothing to its members, whatever their data scope.
    if (deptId !== 0)
      for (const dataScope of ['1', '2', '5']) expect(resolve({ dataScope, deptId })).toEqual(none(reason))
  })

  test('for custom departments of which none exists and is enabled', () => {
    for (const roleId of [21, 23, 0, Number.NaN])
      expect(resolve({ dataScope: '2', roleId })).toEqual(none('departments-missing'))
    expect(resolve({ dataScope: '2', roleId: 22 })).toEqual(some(2))
  })

  test.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('for the user id %s', (userId) =>
    expect(resolve({ userId, dataScope: '1' })).toEqual(none('identity-invalid')),
  )
})

test('a disabled department stays in the scope of those above', () => {
  expect(resolve({ dataScope: '4', deptId: 1 })).toEqual(some(1, 2, 3, 4, 5))
})

test('a scope is resolved once per state of the departments, and anew after a change', () => {
  const above = { userId: 70, roleId: 20, roleKey: 'clerk', dataScope: '4', deptId: 1 }
  const custom = { ...above, dataScope: '2' }
  for (const subject of [above, custom])
    expect(resolveScope({ ...subject, userId: 71 }, index)).toBe(resolveScope(subject, index))
  const changed = index.apply([
    ['remove', '3'],
    ['role', '20', '5'],
  ])
  expect(resolveScope(above, changed)).toEqual(some(1, 2, 4, 5))
  expect(resolveScope(custom, changed)).toEqual(some(5))
  expect(resolveScope(above, index)).toEqual(some(1, 2, 3, 4, 5))
  // Another role or department never gets the scope of the first one.
  expect(resolveScope({ ...custom, roleId: 22 }, changed)).toEqual(some(2))
  expect(resolveScope({ ...above, deptId: 2 }, changed)).toEqual(some(2))
})

test('a resolved scope cannot be changed', () => {
  for (const dataScope of ['1', '2', '3', '4', '5', '6']) {
    const scope = resolve({ dataScope })
    expect(Object.isFrozen(scope)).toBe(true)
    if (scope.kind === 'some') expect(Object.isFrozen(scope.departments)).toBe(true)
  }
})
