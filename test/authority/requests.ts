import fc from 'fast-check'
import type { Status } from '../../src/accounts/status.ts'
import type { PolicyRule } from '../../src/authorization/permission/policy-rule.ts'
import type { Operator } from '../../src/logs/audit-log/operator.ts'
import type { Rows } from './administration-fixture.ts'

/** A request of an operator, with the IDs of existing rows. */
export type Request =
  | {
      kind: 'user.add'
      username: string
      roleId: number
      status: Status
      deptId?: number
      dataScope?: string
    }
  | {
      kind: 'user.change'
      id: number
      change: {
        username?: string
        roleId?: number
        roleUntil?: string | null
        status?: Status
        deptId?: number
        dataScope?: string
      }
    }
  | { kind: 'user.password'; id: number }
  | { kind: 'user.setRole'; ids: number[]; roleId: number }
  | { kind: 'user.remove'; ids: number[] }
  | { kind: 'user.import'; users: { username: string; roleKey: string }[] }
  | { kind: 'role.add'; roleKey: string; dataScope?: string; status: Status }
  | {
      kind: 'role.change'
      id: number
      change: { roleKey?: string; dataScope?: string; status?: Status; deptIds?: number[] }
    }
  | { kind: 'role.copy'; id: number; roleKey: string }
  | { kind: 'role.remove'; ids: number[] }
  | { kind: 'policy.add'; rules: PolicyRule[] }
  | { kind: 'policy.remove'; rules: PolicyRule[] }
  | { kind: 'policy.change'; add: PolicyRule[]; remove: PolicyRule[] }
  | { kind: 'dept.add'; deptName: string; parentId: number }
  | { kind: 'dept.change'; id: number; change: { parentId?: number; status?: Status } }
  | { kind: 'dept.remove'; ids: number[] }
  | { kind: 'service.add'; username: string; roleId: number; ownerId?: number; deptId?: number }
  | { kind: 'service.change'; id: number; ownerId: number }
  | { kind: 'service.secret'; id: number }
  | { kind: 'request.ask'; roleId: number; hours: number }
  | { kind: 'request.withdraw'; id: number }
  | { kind: 'request.decide'; id: number; decision: 'approve' | 'refuse' }
  | { kind: 'session.end'; ids: number[] }
  | { kind: 'session.endAll'; userId: number }
  | { kind: 'session.endUsers'; userIds: number[] }
  | { kind: 'session.endRole'; roleId: number }

/** Creates a request from the current rows. Rows are generated as numbers and looked up when the request is executed. */
export type RequestFactory = (
  rows: Rows,
  by: { readonly userId: number; readonly roleId: number; readonly now: number },
) => Request

const status = fc.constantFrom<Status>('2', '2', '1')
const dataScope = fc.constantFrom('1', '2', '3', '4', '5', '5')
const username = fc.integer({ min: 0, max: 9 }).map((n) => `user ${n}`)
const number = fc.nat({ max: 11 })
const numbers = fc.array(number, { minLength: 1, maxLength: 2 })

/** Few keys, so that they are reused: roles are deleted, added again and renamed to former keys of others. */
export const roleKey = fc.constantFrom('admin', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'Admin')

const path = fc.constantFrom('/a', '/a/', '/a/b', '/a/:x', '/a/*', '/:x', '/:x/b', '/a/:x/*', '/*', '/', '/b')
const method = fc.constantFrom('GET', 'GET', 'PUT', '*')
export const grant = fc.record({ path, method })

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const NO_ID = 999_999

const userAt = (rows: Rows, n: number) => at(rows.users, n)?.id ?? NO_ID
const roleAt = (rows: Rows, n: number) => at(rows.roles, n)?.id ?? NO_ID
const deptAt = (rows: Rows, n: number) => at(rows.departments, n)?.id ?? 0
const keyAt = (rows: Rows, n: number) => at(rows.roles, n)?.role_key ?? 'k0'

/**
 * A role until a time, mostly that of the operator, who is most likely allowed to give it, or another end of the role that the
 * user has. 0 hours for no end.
 */
const roleUntil = fc
  .record({
    user: number,
    role: fc.oneof({ weight: 3, arbitrary: fc.constant('own' as const) }, fc.option(number)),
    hours: fc.constantFrom(1, 2, 5, 50, 0),
  })
  .map(
    ({ user, role, hours }): RequestFactory =>
      (rows, { now, roleId }) => ({
        kind: 'user.change',
        id: userAt(rows, user),
        change: {
          ...(role === null ? {} : { roleId: role === 'own' ? grantable(rows, roleId) : roleAt(rows, role) }),
          roleUntil: hours === 0 ? null : new Date(now + hours * 3_600_000).toISOString(),
        },
      }),
  )

/** Returns the role of an operator, but for an admin another one: a test needs operators who are not admins. */
function grantable(rows: Rows, roleId: number): number {
  const isAdmin = rows.roles.some(({ id, role_key }) => id === roleId && role_key === 'admin')
  return isAdmin ? (rows.roles.at(-1)?.id ?? NO_ID) : roleId
}

/** Mostly one field, because one forbidden field is enough for a refusal. */
const userChange = fc.oneof(
  fc.record({ role: number }),
  fc.record({ status }),
  fc.record({ username }),
  fc.record({ role: number, status, username }),
)
const roleChange = fc.oneof(
  fc.record({ roleKey }),
  fc.record({ dataScope }),
  fc.record({ status }),
  fc.record({ roleKey, dataScope, status }),
)

const changeOfUser = fc.record({ user: number, change: userChange }).map(
  ({ user, change }): RequestFactory =>
    (rows) => {
      const { role, ...rest }: { role?: number; status?: Status; username?: string } = change
      const next = role === undefined ? {} : { roleId: roleAt(rows, role) }
      return { kind: 'user.change', id: userAt(rows, user), change: { ...rest, ...next } }
    },
)

const membership = fc
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

const departmentDraws: fc.Arbitrary<RequestFactory>[] = [
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

const roleOfUsers = fc.record({ users: numbers, role: number }).map(
  ({ users, role }): RequestFactory =>
    (rows) => ({
      kind: 'user.setRole',
      ids: users.map((n) => userAt(rows, n)),
      roleId: roleAt(rows, role),
    }),
)

const userDraws: fc.Arbitrary<RequestFactory>[] = [
  changeOfUser,
  changeOfUser,
  fc.record({ username, role: number, status }).map(
    ({ role, ...user }): RequestFactory =>
      (rows) => ({ kind: 'user.add', ...user, roleId: roleAt(rows, role) }),
  ),
  fc.record({ username, role: number, status, dept: number, scope: fc.constantFrom('', '3', '4', '5') }).map(
    ({ role, dept, scope, ...user }): RequestFactory =>
      (rows) => ({
        kind: 'user.add',
        ...user,
        roleId: roleAt(rows, role),
        deptId: deptAt(rows, dept),
        dataScope: scope,
      }),
  ),
  number.map(
    (user): RequestFactory =>
      (rows) => ({ kind: 'user.password', id: userAt(rows, user) }),
  ),
  roleOfUsers,
  numbers.map(
    (users): RequestFactory =>
      (rows) => ({ kind: 'user.remove', ids: users.map((n) => userAt(rows, n)) }),
  ),
  fc.array(fc.record({ username, role: number }), { minLength: 1, maxLength: 2 }).map(
    (users): RequestFactory =>
      (rows) => ({
        kind: 'user.import',
        users: users.map(({ role, ...user }) => ({ ...user, roleKey: keyAt(rows, role) })),
      }),
  ),
]

/** Mostly keys that are free. */
const copyOfRole = fc.record({ role: number, key: fc.constantFrom('admin', 'k4', 'k5', 'k6', 'k7') }).map(
  ({ role, key }): RequestFactory =>
    (rows) => ({ kind: 'role.copy', id: roleAt(rows, role), roleKey: key }),
)

const roleDraws: fc.Arbitrary<RequestFactory>[] = [
  fc.record({ roleKey, status, scope: fc.oneof(fc.record({ dataScope }), fc.constant({})) }).map(
    ({ scope, ...role }): RequestFactory =>
      () => ({ kind: 'role.add', ...role, ...scope }),
  ),
  fc.record({ role: number, change: roleChange }).map(
    ({ role, change }): RequestFactory =>
      (rows) => ({ kind: 'role.change', id: roleAt(rows, role), change }),
  ),
  copyOfRole,
  copyOfRole,
  numbers.map(
    (roles): RequestFactory =>
      (rows) => ({ kind: 'role.remove', ids: roles.map((n) => roleAt(rows, n)) }),
  ),
]

/** Copies the rule of one role to another, which the operator is most likely allowed to do. */
const copy = fc.record({ rule: number, role: number }).map(
  ({ rule, role }): RequestFactory =>
    (rows) => {
      const { path: wanted = '/', method: how = 'GET' } = at(rows.rules, rule) ?? {}
      return { kind: 'policy.add', rules: [{ roleKey: keyAt(rows, role), path: wanted, method: how }] }
    },
)

const fresh = fc.array(fc.record({ role: number, grant }), { minLength: 1, maxLength: 2 })
const ruleDraws: fc.Arbitrary<RequestFactory>[] = [
  copy,
  fresh.map(
    (drawn): RequestFactory =>
      (rows) => ({ kind: 'policy.add', rules: rulesOf(rows, drawn) }),
  ),
  fresh.map(
    (drawn): RequestFactory =>
      (rows) => ({ kind: 'policy.remove', rules: rulesOf(rows, drawn) }),
  ),
  numbers.map(
    (drawn): RequestFactory =>
      (rows) => ({ kind: 'policy.remove', rules: existingRules(rows, drawn) }),
  ),
  fc.record({ added: fresh, removed: numbers }).map(
    ({ added, removed }): RequestFactory =>
      (rows) => ({
        kind: 'policy.change',
        add: rulesOf(rows, added),
        remove: existingRules(rows, removed),
      }),
  ),
  // As an operator edits a rule: the same role and method, another path.
  fc.record({ rule: number, path }).map(
    ({ rule, path: wanted }): RequestFactory =>
      (rows) => {
        const remove = existingRules(rows, [rule])
        return { kind: 'policy.change', add: remove.map((one) => ({ ...one, path: wanted })), remove }
      },
  ),
]

function existingRules(rows: Rows, drawn: readonly number[]): PolicyRule[] {
  const rules = drawn.map((n) => at(rows.rules, n) ?? { id: NO_ID, roleKey: 'k0', path: '/', method: 'GET' })
  return rules.map(({ id: _id, ...rule }) => rule)
}

function rulesOf(rows: Rows, drawn: readonly { role: number; grant: Omit<PolicyRule, 'roleKey'> }[]) {
  return drawn.map(({ role, grant: wanted }) => ({ roleKey: keyAt(rows, role), ...wanted }))
}

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

const sessionDraws: fc.Arbitrary<RequestFactory>[] = [
  numbers.map(
    (sessions): RequestFactory =>
      (rows) => ({
        kind: 'session.end',
        ids: sessions.map((n) => at(rows.sessions, n)?.id ?? NO_ID),
      }),
  ),
  number.map(
    (user): RequestFactory =>
      (rows) => ({ kind: 'session.endAll', userId: userAt(rows, user) }),
  ),
  numbers.map(
    (users): RequestFactory =>
      (rows) => ({ kind: 'session.endUsers', userIds: users.map((n) => userAt(rows, n)) }),
  ),
  number.map(
    (role): RequestFactory =>
      (rows) => ({ kind: 'session.endRole', roleId: roleAt(rows, role) }),
  ),
]

export const requestFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...userDraws) },
  { weight: 4, arbitrary: fc.oneof(...departmentDraws) },
  { weight: 4, arbitrary: fc.oneof(...roleDraws) },
  { weight: 6, arbitrary: fc.oneof(...ruleDraws) },
  { weight: 1, arbitrary: fc.oneof(...sessionDraws) },
)

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

const move = fc.record({ moved: branchDepartment, parent: branchDepartment }).map(
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
  { weight: 8, arbitrary: move },
  { weight: 4, arbitrary: statusOfDepartment },
  { weight: 2, arbitrary: membership },
  { weight: 1, arbitrary: departmentsOfRole },
)

/** Requests where time passes too. */
export const requestInTimeFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 12, arbitrary: requestFactory },
  { weight: 1, arbitrary: roleUntil },
)

/** Half of the requests concern accounts of programs. */
export const programRequestFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  requestFactory,
  fc.oneof(...serviceDraws),
)

/** Mostly for a role that others than admins may grant. */
const ask = fc.record({ role: number, hours: fc.constantFrom(1, 5, 50) }).map(
  ({ role, hours }): RequestFactory =>
    (rows) => {
      const likely = rows.roles.filter(({ role_key }) => role % 4 === 0 || ['k0', 'k1'].includes(role_key))
      return { kind: 'request.ask', roleId: at(likely, role)?.id ?? NO_ID, hours }
    },
)

/** Mostly a request that waits. */
function requestAt({ requests }: Rows, n: number): number {
  const waiting = requests.filter(({ status }) => status === 'waiting')
  return at(n % 5 === 0 || waiting.length === 0 ? requests : waiting, n)?.id ?? NO_ID
}

const approve = number.map(
  (request): RequestFactory =>
    (rows) => ({ kind: 'request.decide', id: requestAt(rows, request), decision: 'approve' }),
)

const requestDraws: fc.Arbitrary<RequestFactory>[] = [
  ask,
  ask,
  ask,
  approve,
  approve,
  approve,
  approve,
  number.map(
    (request): RequestFactory =>
      (rows) => ({ kind: 'request.decide', id: requestAt(rows, request), decision: 'refuse' }),
  ),
  number.map(
    (request): RequestFactory =>
      (rows) => ({ kind: 'request.withdraw', id: requestAt(rows, request) }),
  ),
]

/** Most of the calls ask for roles and decide about it, between changes of what these depend on. */
export const accessRequestFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 1, arbitrary: requestInTimeFactory },
  { weight: 4, arbitrary: fc.oneof(...requestDraws) },
)
