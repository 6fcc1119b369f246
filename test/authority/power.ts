import { createPolicyIndex } from '../../src/permission/policy-index.ts'
import type { PolicyRule } from '../../src/permission/policy-rule.ts'

/**
 * What a role may do, as plain sets that share nothing with the code that is tested but the policy index: which calls, and
 * on whose data. Whoever may make a call on some data may do that, so that power is every pair of the two.
 */
export interface Power {
  /** A bit for each call of the universe. */
  readonly calls: bigint
  readonly data: ReadonlySet<string>
}

export interface RoleRow {
  readonly id: number
  readonly role_key: string
  readonly data_scope: string
}

/** Everybody who is logged in may call it. */
export const EXCLUDED = { method: 'GET', path: '/b' } as const

// Neither `z` nor PROPFIND is in any rule: they stand for all that no rule names.
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

export const NOTHING: Power = { calls: 0n, data: new Set() }

/** The power of every role, by its id. */
export function powersOf(
  roles: readonly RoleRow[],
  rules: readonly PolicyRule[],
): ReadonlyMap<number, Power> {
  const everyone = 'everyone'
  const index = createPolicyIndex([...rules, { roleKey: everyone, ...EXCLUDED }])
  const callsOf = (roleKey: string): bigint => {
    if (roleKey === 'admin') return ALL_CALLS
    let calls = 0n
    for (const [i, { path, method }] of universe.entries()) {
      if (index.allows(roleKey, path, method) || index.allows(everyone, path, method))
        calls |= 1n << BigInt(i)
    }
    return calls
  }
  return new Map(
    roles.map((role) => [role.id, { calls: callsOf(role.role_key), data: new Set(dataOf(role)) }]),
  )
}

/** Which departments a role's custom ones are is known to nobody but the role. */
const customDataOf = (roleId: number) => `departments of role ${roleId}`
const MOST_ROLES = 300
const ALL_CUSTOM = Array.from({ length: MOST_ROLES }, (_, id) => customDataOf(id))

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

/** Whether all of it is in one of the others, or where several make it up together, in those. */
export function isWithin(power: Power, others: readonly Power[]): boolean {
  return [...power.data].every((data) => {
    let allowed = 0n
    for (const other of others) if (other.data.has(data)) allowed |= other.calls
    return (power.calls & ~allowed) === 0n
  })
}
