import fc from 'fast-check'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'
import type { Status } from '../../src/user/user.ts'
import type { Rows } from './house.ts'

/** What an operator may ask for, with the ids of what there is. */
export type Request =
  | { kind: 'user.add'; username: string; roleId: number; status: Status }
  | { kind: 'user.change'; id: number; change: { username?: string; roleId?: number; status?: Status } }
  | { kind: 'user.password'; id: number }
  | { kind: 'user.remove'; ids: number[] }
  | { kind: 'user.import'; users: { username: string; roleKey: string }[] }
  | { kind: 'role.add'; roleKey: string; dataScope?: string; status: Status }
  | { kind: 'role.change'; id: number; change: { roleKey?: string; dataScope?: string; status?: Status } }
  | { kind: 'role.remove'; ids: number[] }
  | { kind: 'policy.add'; rules: PolicyRule[] }
  | { kind: 'policy.remove'; rules: PolicyRule[] }
  | { kind: 'session.end'; ids: number[] }
  | { kind: 'session.endAll'; userId: number }

/** A request as it is drawn: things that exist are drawn by number, and looked up when its turn comes. */
export type Draw = (rows: Rows) => Request

const status = fc.constantFrom<Status>('2', '2', '1')
const dataScope = fc.constantFrom('1', '2', '3', '4', '5', '5')
const username = fc.integer({ min: 0, max: 9 }).map((n) => `user ${n}`)
const number = fc.nat({ max: 11 })
const numbers = fc.array(number, { minLength: 1, maxLength: 2 })

/** Few enough to meet again: roles are deleted, made anew, and renamed to each other's old keys. */
export const roleKey = fc.constantFrom('admin', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'Admin')

const path = fc.constantFrom('/a', '/a/', '/a/b', '/a/:x', '/a/*', '/:x', '/:x/b', '/a/:x/*', '/*', '/', '/b')
const method = fc.constantFrom('GET', 'GET', 'PUT', '*')
export const grant = fc.record({ path, method })

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const NO_ID = 999_999

const userAt = (rows: Rows, n: number) => at(rows.users, n)?.id ?? NO_ID
const roleAt = (rows: Rows, n: number) => at(rows.roles, n)?.id ?? NO_ID
const keyAt = (rows: Rows, n: number) => at(rows.roles, n)?.role_key ?? 'k0'

/** Mostly one field: of several, one is enough to be refused. */
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
  ({ user, change }): Draw =>
    (rows) => {
      const { role, ...rest }: { role?: number; status?: Status; username?: string } = change
      const next = role === undefined ? {} : { roleId: roleAt(rows, role) }
      return { kind: 'user.change', id: userAt(rows, user), change: { ...rest, ...next } }
    },
)

const userDraws: fc.Arbitrary<Draw>[] = [
  changeOfUser,
  changeOfUser,
  fc.record({ username, role: number, status }).map(
    ({ role, ...user }): Draw =>
      (rows) => ({ kind: 'user.add', ...user, roleId: roleAt(rows, role) }),
  ),
  number.map(
    (user): Draw =>
      (rows) => ({ kind: 'user.password', id: userAt(rows, user) }),
  ),
  numbers.map(
    (users): Draw =>
      (rows) => ({ kind: 'user.remove', ids: users.map((n) => userAt(rows, n)) }),
  ),
  fc.array(fc.record({ username, role: number }), { minLength: 1, maxLength: 2 }).map(
    (users): Draw =>
      (rows) => ({
        kind: 'user.import',
        users: users.map(({ role, ...user }) => ({ ...user, roleKey: keyAt(rows, role) })),
      }),
  ),
]

const roleDraws: fc.Arbitrary<Draw>[] = [
  fc.record({ roleKey, status, scope: fc.oneof(fc.record({ dataScope }), fc.constant({})) }).map(
    ({ scope, ...role }): Draw =>
      () => ({ kind: 'role.add', ...role, ...scope }),
  ),
  fc.record({ role: number, change: roleChange }).map(
    ({ role, change }): Draw =>
      (rows) => ({ kind: 'role.change', id: roleAt(rows, role), change }),
  ),
  numbers.map(
    (roles): Draw =>
      (rows) => ({ kind: 'role.remove', ids: roles.map((n) => roleAt(rows, n)) }),
  ),
]

/** What one role may do, for another: the likeliest to be within what the operator may do. */
const copy = fc.record({ rule: number, role: number }).map(
  ({ rule, role }): Draw =>
    (rows) => {
      const { path: wanted = '/', method: how = 'GET' } = at(rows.rules, rule) ?? {}
      return { kind: 'policy.add', rules: [{ roleKey: keyAt(rows, role), path: wanted, method: how }] }
    },
)

const fresh = fc.array(fc.record({ role: number, grant }), { minLength: 1, maxLength: 2 })
const ruleDraws: fc.Arbitrary<Draw>[] = [
  copy,
  fresh.map(
    (drawn): Draw =>
      (rows) => ({ kind: 'policy.add', rules: rulesOf(rows, drawn) }),
  ),
  fresh.map(
    (drawn): Draw =>
      (rows) => ({ kind: 'policy.remove', rules: rulesOf(rows, drawn) }),
  ),
  numbers.map(
    (drawn): Draw =>
      (rows) => {
        const rules = drawn.flatMap(
          (n) => at(rows.rules, n) ?? { id: NO_ID, roleKey: 'k0', path: '/', method: 'GET' },
        )
        return { kind: 'policy.remove', rules: rules.map(({ id: _id, ...rule }) => rule) }
      },
  ),
]

function rulesOf(rows: Rows, drawn: readonly { role: number; grant: Omit<PolicyRule, 'roleKey'> }[]) {
  return drawn.map(({ role, grant: wanted }) => ({ roleKey: keyAt(rows, role), ...wanted }))
}

const sessionDraws: fc.Arbitrary<Draw>[] = [
  numbers.map(
    (sessions): Draw =>
      (rows) => ({
        kind: 'session.end',
        ids: sessions.map((n) => at(rows.sessions, n)?.id ?? NO_ID),
      }),
  ),
  number.map(
    (user): Draw =>
      (rows) => ({ kind: 'session.endAll', userId: userAt(rows, user) }),
  ),
]

export const draw: fc.Arbitrary<Draw> = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...userDraws) },
  { weight: 4, arbitrary: fc.oneof(...roleDraws) },
  { weight: 6, arbitrary: fc.oneof(...ruleDraws) },
  { weight: 1, arbitrary: fc.oneof(...sessionDraws) },
)
