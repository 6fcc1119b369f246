import fc from 'fast-check'
import { branchMove } from './department-requests.ts'
import { at, deptAt, NO_ID, number, userAt, username } from './drawn-rows.ts'
import type { RequestFactory } from './request.ts'

const renameOfUser = fc.record({ user: number, username }).map(
  ({ user, ...change }): RequestFactory =>
    (rows) => ({ kind: 'user.change', id: userAt(rows, user), change }),
)

/** Mostly of the role that others than admins may change, and to a key that is free. */
const renameOfRole = fc.record({ role: number, roleKey: fc.constantFrom('k0', 'k4', 'k5', 'k6') }).map(
  ({ role, ...change }): RequestFactory =>
    (rows, { roleId }) => {
      const others = rows.roles.filter(({ id }) => id !== roleId)
      const likely = others.filter(({ role_key }) => role % 3 === 0 || ['k0', 'k1'].includes(role_key))
      return { kind: 'role.change', id: at(likely, role)?.id ?? NO_ID, change }
    },
)

const renameOfDepartment = fc.record({ dept: number, deptName: fc.constantFrom('x', 'y', 'z') }).map(
  ({ dept, ...change }): RequestFactory =>
    (rows) => ({ kind: 'dept.change', id: deptAt(rows, dept), change }),
)

const moveOfUser = fc.record({ user: number, dept: number }).map(
  ({ user, dept }): RequestFactory =>
    (rows) => ({ kind: 'user.change', id: userAt(rows, user), change: { deptId: deptAt(rows, dept) } }),
)

/** Other names for users, roles and departments, and other places for users and departments. */
export const renameOrMoveFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  renameOfUser,
  renameOfRole,
  renameOfRole,
  renameOfDepartment,
  moveOfUser,
  branchMove,
)
