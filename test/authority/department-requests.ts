import fc from 'fast-check'
import type { Operator } from '../../src/core/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'
import { at, deptAt, number, roleAt, status, userAt } from './drawn-rows.ts'
import type { RequestFactory } from './request.ts'

export const membership = fc
  .record({ user: number, dept: number, scope: fc.constantFrom('', '1', '3', '4', '5') })
  .map(
    ({ user, dept, scope }): RequestFactory =>
      (rows) => {
        const change = user % 2 === 0 ? { deptId: deptAt(rows, dept) } : { dataScope: scope }
        return { kind: 'user.change', id: userAt(rows, user), change }
      },
  )

const departmentsOfRole = fc.record({ role: number, dept: number }).map(
  ({ role, dept }): RequestFactory =>
    (rows) => ({
      kind: 'role.change',
      id: roleAt(rows, role),
      change: { deptIds: [deptAt(rows, dept)].filter((id) => id > 0) },
    }),
)

export const departmentDraws: fc.Arbitrary<RequestFactory>[] = [
  membership,
  membership,
  number.map(
    (parent): RequestFactory =>
      (rows) => ({ kind: 'dept.add', deptName: 'x', parentId: deptAt(rows, parent) }),
  ),
  fc.record({ dept: number, parent: number, status }).map(
    ({ dept, parent, ...rest }): RequestFactory =>
      (rows) => ({
        kind: 'dept.change',
        id: deptAt(rows, dept),
        change: parent % 2 === 0 ? { parentId: deptAt(rows, parent) } : rest,
      }),
  ),
  number.map(
    (dept): RequestFactory =>
      (rows) => ({ kind: 'dept.remove', ids: [deptAt(rows, dept)] }),
  ),
  departmentsOfRole,
]

/** Mostly below the operator's own department: another one is refused before anything else is checked. */
const branchDepartment = fc.record({ dept: number, isAnywhere: fc.nat({ max: 3 }).map((n) => n === 0) })

function departmentAt(
  rows: Rows,
  { userId }: Pick<Operator, 'userId'>,
  { dept, isAnywhere }: { readonly dept: number; readonly isAnywhere: boolean },
) {
  const own = rows.users.find(({ id }) => id === userId)?.dept_id
  const below = rows.departments.filter(({ parent_id }) => isBelow(rows, parent_id, own))
  return at(isAnywhere || below.length === 0 ? rows.departments : below, dept)
}

function isBelow(rows: Rows, id: number, above: number | undefined): boolean {
  if (id === above) return true
  const parent = rows.departments.find((one) => one.id === id)?.parent_id
  return parent !== undefined && isBelow(rows, parent, above)
}

export const branchMove = fc.record({ moved: branchDepartment, parent: branchDepartment }).map(
  ({ moved, parent }): RequestFactory =>
    (rows, operator) => ({
      kind: 'dept.change',
      id: departmentAt(rows, operator, moved)?.id ?? 0,
      change: { parentId: departmentAt(rows, operator, parent)?.id ?? 0 },
    }),
)

/** The other status, because a change to the same one does nothing. */
const statusOfDepartment = branchDepartment.map(
  (department): RequestFactory =>
    (rows, operator) => {
      const { id = 0, status: current } = departmentAt(rows, operator, department) ?? {}
      return { kind: 'dept.change', id, change: { status: current === '2' ? '1' : '2' } }
    },
)

/** The requests that decide about the data of users. */
export const branchRequestFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 8, arbitrary: branchMove },
  { weight: 4, arbitrary: statusOfDepartment },
  { weight: 2, arbitrary: membership },
  { weight: 1, arbitrary: departmentsOfRole },
)
