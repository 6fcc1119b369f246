import fc from 'fast-check'
import type { Status } from '../../src/core/user/status.ts'
import type { Rows } from './administration-fixture.ts'
import { at, deptAt, NO_ID, number, roleAt, status, userAt } from './drawn-rows.ts'
import type { RequestFactory } from './request.ts'
import { requestFactory } from './requests.ts'

const robotName = fc.integer({ min: 0, max: 5 }).map((n) => `robot ${n}`)
/** An account of a program, or a person if there is none. */
const programAt = (rows: Rows, n: number) => at(rows.programs, n)?.id ?? userAt(rows, n)
/** Mostly to somebody who may own an account. */
const handOver = fc.record({ program: number, owner: number }).map(
  ({ program, owner }): RequestFactory =>
    (rows) => {
      const roleIds = rows.roles.filter((role) => ['admin', 'k0'].includes(role.role_key)).map(({ id }) => id)
      const likely = rows.users.filter((user) => owner % 4 === 0 || roleIds.includes(user.role_id))
      const ownerId = at(likely, owner)?.id ?? NO_ID
      return { kind: 'service.change', id: programAt(rows, program), ownerId }
    },
)
/** Mostly an account that waits for the operator. */
const accept = number.map(
  (program): RequestFactory =>
    (rows, { userId }) => {
      const waiting = rows.programs.filter(({ accepted }) => accepted === 0)
      const own = waiting.filter(({ owner_id }) => program % 4 === 0 || owner_id === userId)
      return { kind: 'service.accept', id: at(own, program)?.id ?? programAt(rows, program) }
    },
)

/** Disables the owner of an account, or enables the owner again. */
const statusOfOwner = fc.record({ program: number, status: fc.constantFrom<Status>('1', '1', '2') }).map(
  ({ program, status: wanted }): RequestFactory =>
    (rows) => {
      const ownerId = at(rows.programs, program)?.owner_id
      return { kind: 'user.change', id: ownerId ?? NO_ID, change: { status: wanted } }
    },
)

const serviceDraws: fc.Arbitrary<RequestFactory>[] = [
  fc.record({ username: robotName, role: number }).map(
    ({ role, ...account }): RequestFactory =>
      (rows) => ({ kind: 'service.add', ...account, roleId: roleAt(rows, role) }),
  ),
  fc.record({ username: robotName, role: number, owner: number, dept: number }).map(
    ({ username: name, role, owner, dept }): RequestFactory =>
      (rows) => ({
        kind: 'service.add',
        username: name,
        roleId: roleAt(rows, role),
        ownerId: userAt(rows, owner),
        deptId: deptAt(rows, dept),
      }),
  ),
  handOver,
  handOver,
  handOver,
  accept,
  accept,
  statusOfOwner,
  statusOfOwner,
  statusOfOwner,
  number.map(
    (program): RequestFactory =>
      (rows) => ({ kind: 'service.secret', id: programAt(rows, program) }),
  ),
  fc.record({ program: number, role: number, status }).map(
    ({ program, role, status: wanted }): RequestFactory =>
      (rows) => ({
        kind: 'user.change',
        id: programAt(rows, program),
        change: role % 2 === 0 ? { roleId: roleAt(rows, role) } : { status: wanted },
      }),
  ),
]

/** Hands an account over, or accepts it. */
export const handOverFactory: fc.Arbitrary<RequestFactory> = fc.oneof(handOver, accept)

/** Half of the requests concern accounts of programs. */
export const programRequestFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  requestFactory,
  fc.oneof(...serviceDraws),
)
