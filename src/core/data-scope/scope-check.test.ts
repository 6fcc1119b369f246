import { expect, test } from 'vitest'
import { createDepartmentIndex } from './department-index.ts'
import { resolveScope } from './resolve-scope.ts'
import { checkScope } from './scope-check.ts'

const node = (deptId: number, parentId: number, status = '2') => ({ deptId, parentId, status })
/** 1 ─ 2 ─ 3, 1 ─ 4 (disabled); 5 at the top. */
const index = createDepartmentIndex({
  departments: [node(1, 0), node(2, 1), node(3, 2), node(4, 1, '1'), node(5, 0)],
  roles: new Map([[20, [3, 4]]]),
})

function check(
  dataScope: string,
  own: number,
  asked: number,
  more: { owner?: string; roleKey?: string } = {},
) {
  const { owner, roleKey = 'clerk' } = more
  const account = { userId: 7, username: 'bob', roleId: 20, roleKey, dataScope, deptId: own }
  return checkScope(
    { username: 'bob', deptId: asked, owner },
    {
      accounts: { findByName: async (name) => (name === 'bob' ? (account as never) : undefined) },
      departments: {
        find: async (_scope, deptId) =>
          index.tree.find(deptId) && ({ deptId, deptName: `Department ${deptId}` } as never),
      },
      index,
    },
  )
}

test.each([
  ['1', 2, 5, true, 'all'],
  ['2', 2, 3, true, 'listed'],
  ['2', 2, 2, false, 'not-listed'],
  ['2', 2, 4, false, 'listed-unusable'],
  ['3', 2, 2, true, 'own-department'],
  ['3', 2, 3, false, 'another-department'],
  ['4', 2, 2, true, 'own-department'],
  ['4', 2, 3, true, 'below'],
  ['4', 1, 4, true, 'below'],
  ['4', 2, 1, false, 'not-below'],
  ['4', 0, 1, false, 'department-missing'],
  ['4', 4, 4, false, 'department-disabled'],
  ['1', 99, 1, false, 'department-deleted'],
  ['6', 2, 2, false, 'scope-unknown'],
  ['5', 2, 2, false, 'not-owner'],
] as const)(
  'data scope %s in department %s, row of department %s',
  async (scope, own, asked, allowed, why) => {
    expect(await check(scope, own, asked)).toMatchObject({
      allowed,
      why,
      department: { deptId: asked, deptName: `Department ${asked}` },
      ownDepartment: own === 0 ? null : { deptId: own },
    })
  },
)

test('the owner sees the row with “own data only”, and in no other scope', async () => {
  expect(await check('5', 2, 5, { owner: 'bob' })).toMatchObject({ allowed: true, why: 'owner' })
  expect(await check('5', 2, 5, { owner: 'eve' })).toMatchObject({ allowed: false, why: 'not-owner' })
  expect(await check('3', 2, 5, { owner: 'bob' })).toMatchObject({ allowed: false })
})

test('admin sees all rows', async () => {
  expect(await check('6', 4, 5, { roleKey: 'admin' })).toMatchObject({ allowed: true, why: 'admin' })
})

test('the decision is always that of the resolved scope', async () => {
  for (const dataScope of ['1', '2', '3', '4', '5', '6'])
    for (const own of [0, 1, 2, 3, 4, 5, 99])
      for (const asked of [1, 2, 3, 4, 5]) {
        const subject = { userId: 7, roleId: 20, roleKey: 'clerk', dataScope, deptId: own }
        const scope = resolveScope(subject, index)
        const expected = scope.kind === 'all' || (scope.kind === 'some' && scope.departments.includes(asked))
        expect((await check(dataScope, own, asked)).allowed).toBe(expected)
      }
})

test('what does not exist is refused', async () => {
  await expect(check('1', 2, 77)).rejects.toMatchObject({ reason: 'not-found' })
})
