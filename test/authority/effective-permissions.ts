import { createPolicyIndex } from '../../src/core/permission/policy-index.ts'
import type { PolicyRule } from '../../src/core/permission/policy-rule.ts'
import type { Rows } from './administration-fixture.ts'

/**
 * The effective permissions of a role, independent of the tested code except for the policy index: every combination of
 * an allowed call and accessible data.
 */
export interface EffectivePermissions {
  /** One bit per call in `universe`. */
  readonly calls: bigint
  readonly data: ReadonlySet<string>
}

export interface RoleRow {
  readonly id: number
  readonly role_key: string
  readonly data_scope: string
}

/** Every logged-in user may call it. */
export const EXCLUDED = { method: 'GET', path: '/b', reason: 'for tests' } as const

// `z` and PROPFIND are in no rule: they represent all other segments and methods.
const segments = ['', 'a', 'b', 'z']
const methods = ['GET', 'PUT', 'PROPFIND']
const oneDeep = segments.map((segment) => `/${segment}`)
const twoDeep = oneDeep.flatMap((path) => segments.map((segment) => `${path}/${segment}`))
const threeDeep = twoDeep.flatMap((path) => segments.map((segment) => `${path}/${segment}`))
const endpoints = ['/api/v1/policy', '/api/v1/role', '/api/v1/role/7', '/api/v1/sys-user/7/password']
const universe = [...oneDeep, ...twoDeep, ...threeDeep, ...endpoints].flatMap((path) =>
  methods.map((method) => ({ path, method })),
)
const ALL_CALLS = (1n << BigInt(universe.length)) - 1n

export const NOTHING: EffectivePermissions = { calls: 0n, data: new Set() }

/** Returns the effective permissions of every role, by its ID. */
export function permissionsByRole(
  roles: readonly RoleRow[],
  rules: readonly PolicyRule[],
): ReadonlyMap<number, EffectivePermissions> {
  return new Map(
    roles.map((role) => [role.id, { calls: callsOf(role.role_key, rules), data: new Set(dataOf(role)) }]),
  )
}

/** The calls of roles by the rules that were read together: the same rules are looked at many times. */
const knownCalls = new WeakMap<readonly PolicyRule[], ReturnType<typeof createCalls>>()

function callsOf(roleKey: string, rules: readonly PolicyRule[]): bigint {
  const calls = knownCalls.get(rules) ?? createCalls(rules)
  knownCalls.set(rules, calls)
  return calls(roleKey)
}

/** Returns a function that returns the calls of a role, and computes them once. */
function createCalls(rules: readonly PolicyRule[]): (roleKey: string) => bigint {
  const everyone = 'everyone'
  const index = createPolicyIndex([
    ...rules,
    { roleKey: everyone, method: EXCLUDED.method, path: EXCLUDED.path },
  ])
  const known = new Map([['admin', ALL_CALLS]])
  return (roleKey) => {
    let calls = known.get(roleKey)
    if (calls !== undefined) return calls
    calls = 0n
    for (const [i, { path, method }] of universe.entries()) {
      if (index.allows(roleKey, path, method) || index.allows(everyone, path, method))
        calls |= 1n << BigInt(i)
    }
    known.set(roleKey, calls)
    return calls
  }
}

/**
 * Returns the effective permissions of every user, by its ID: with all departments that the user may see if none is disabled,
 * or, if `now` is set, with those that the user sees now.
 */
export function permissionsByUser(
  rows: Rows,
  { now = false }: { readonly now?: boolean } = {},
): ReadonlyMap<number, EffectivePermissions> {
  return permissionsOf(rows, rows.users, now)
}

/** Returns the effective permissions that users have when their roles end, by the IDs of those whose roles have an end. */
export function permissionsAfterEnd(rows: Rows): ReadonlyMap<number, EffectivePermissions> {
  const ending = rows.users.filter((user) => user.role_until > 0)
  const returning = ending.map((user) => ({ ...user, role_id: user.former_role_id }))
  return permissionsOf(rows, returning, false)
}

function permissionsOf(rows: Rows, users: Rows['users'], now: boolean) {
  const callsOfUser = ({ role_id }: Rows['users'][number]): bigint => {
    const role = rows.roles.find((one) => one.id === role_id)
    return role ? callsOf(role.role_key, rows.rules) : 0n
  }
  return new Map(
    users.map((user) => [user.id, { calls: callsOfUser(user), data: dataOfUser(rows, user, now) }]),
  )
}

/** Returns the data that a user may see, as in `permissionsByUser`. */
export function dataSeenBy(rows: Rows, userId: number): ReadonlySet<string> {
  const user = rows.users.find((one) => one.id === userId)
  return user ? dataOfUser(rows, user, false) : new Set()
}

function dataOfUser({ roles, departments }: Rows, user: Rows['users'][number], now: boolean): Set<string> {
  const role = roles.find((one) => one.id === user.role_id)
  const own = departments.find((one) => one.id === user.dept_id)
  if (now && role?.role_key !== 'admin' && own && own.status !== '2') return new Set()
  const below = (id: number): number[] => [
    id,
    ...departments.filter((one) => one.parent_id === id).flatMap((one) => below(one.id)),
  ]
  const listed = (role?.dept_ids ?? '').split(',').map(Number)
  const seen: Readonly<Record<string, readonly number[]>> = {
    '1': departments.map((one) => one.id),
    '2': departments
      .filter((one) => listed.includes(one.id) && (!now || one.status === '2'))
      .map((one) => one.id),
    '3': own ? [own.id] : [],
    '4': own ? below(own.id) : [],
    '5': [],
  }
  const scope = user.data_scope || (role?.data_scope ?? '')
  const everything = scope === '1' ? dataOf({ id: 0, role_key: '', data_scope: '1' }) : []
  return new Set(['own', ...everything, ...(seen[scope] ?? []).map(departmentData)])
}

export const departmentData = (id: number) => `department ${id}`

/** The custom departments of two roles are considered different. */
const customDataOf = (roleId: number) => `departments of role ${roleId}`
const MAX_ROLES = 300
const ALL_CUSTOM = Array.from({ length: MAX_ROLES }, (_, id) => customDataOf(id))

function dataOf(role: RoleRow): readonly string[] {
  const scopes: Readonly<Record<string, readonly string[]>> = {
    '1': ['own', 'department', 'below', 'any', ...ALL_CUSTOM],
    '2': [customDataOf(role.id)],
    '3': ['own', 'department'],
    '4': ['own', 'department', 'below'],
    '5': ['own'],
  }
  return scopes[role.data_scope] ?? []
}

/** Returns whether the others together include all of these permissions. */
export function isWithin(
  permissions: EffectivePermissions,
  others: readonly EffectivePermissions[],
): boolean {
  return [...permissions.data].every((data) => {
    let allowed = 0n
    for (const other of others) if (other.data.has(data)) allowed |= other.calls
    return (permissions.calls & ~allowed) === 0n
  })
}
