import fc from 'fast-check'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import type { Status } from '../../src/core/user/status.ts'
import type { Rows } from './administration-fixture.ts'
import { departmentDraws } from './department-requests.ts'
import { at, deptAt, keyAt, NO_ID, number, numbers, roleAt, status, userAt, username } from './drawn-rows.ts'
import type { RequestFactory } from './request.ts'

const dataScope = fc.constantFrom('1', '2', '3', '4', '5', '5')
/** Few keys, so that they are reused: roles are deleted, added again and renamed to former keys of others. */
export const roleKey = fc.constantFrom('admin', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'Admin')

const path = fc.constantFrom('/a', '/a/', '/a/b', '/a/:x', '/a/*', '/:x', '/:x/b', '/a/:x/*', '/*', '/', '/b')
const method = fc.constantFrom('GET', 'GET', 'PUT', '*')
export const grant = fc.record({ path, method })

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

/** Requests where time passes too. */
export const requestInTimeFactory: fc.Arbitrary<RequestFactory> = fc.oneof(
  { weight: 12, arbitrary: requestFactory },
  { weight: 1, arbitrary: roleUntil },
)
