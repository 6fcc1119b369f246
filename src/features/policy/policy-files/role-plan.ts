import type { Endpoint } from '../../../core/permission/exclusion-list.ts'
import { groupByRole, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { ADMIN_ROLE_KEY, formatDepartments, type Role } from '../../../core/role/role.ts'
import { outdatesTokens } from '../../../core/role/roles.ts'
import type { DeclaredRole } from './declared-role.ts'
import { formatEndpoint } from './endpoint-text.ts'

/** What has to change so that the stored roles and rules are those that files declare. */
export interface RolePlan {
  /** Sorted by role key. Empty if nothing has to change. */
  readonly roles: readonly PlannedRole[]
  /** Keys of stored roles that no file declares and that stay as they are. Without the role admin. */
  readonly unmanaged: readonly string[]
}

export interface PlannedRole {
  readonly roleKey: string
  readonly action: 'create' | 'change' | 'delete'
  /** The fields that change; for a new role, all of them. */
  readonly fields: readonly PlannedField[]
  readonly rulesToAdd: readonly Endpoint[]
  readonly rulesToRemove: readonly Endpoint[]
  /** How many users have the role. */
  readonly users: number
  /** Whether the users of the role have to log in again. */
  readonly endsSessions: boolean
}

export interface PlannedField {
  readonly name: (typeof FIELDS)[number]
  /** Null for a new role. */
  readonly before: string | null
  readonly after: string
}

/** The roles and rules that the service has stored. */
export interface StoredRoles {
  readonly roles: readonly (Role & { readonly users: number })[]
  readonly rules: readonly PolicyRule[]
}

export interface PlanOptions {
  /** Whether roles and rules that no file declares are deleted. */
  readonly prune: boolean
}

const FIELDS = ['roleName', 'dataScope', 'deptIds', 'status', 'remark'] as const

/** Compares declared and stored roles. The role admin is never part of a plan. */
export function planRoles(
  declared: readonly DeclaredRole[],
  stored: StoredRoles,
  { prune }: PlanOptions,
): RolePlan {
  const declaredByKey = new Map(declared.map((role) => [role.roleKey, role]))
  const storedByKey = new Map(stored.roles.map((role) => [role.roleKey, role]))
  const rulesByKey = groupByRole(stored.rules)
  // Rules may exist for keys without a role, from a database that was edited by hand.
  const keys = new Set([...declaredByKey.keys(), ...storedByKey.keys(), ...rulesByKey.keys()])
  keys.delete(ADMIN_ROLE_KEY)
  const sortedKeys = [...keys].toSorted()
  const isManaged = (key: string) => prune || declaredByKey.has(key)
  return {
    roles: sortedKeys
      .filter(isManaged)
      .flatMap((key) =>
        plannedRole(key, declaredByKey.get(key), storedByKey.get(key), rulesByKey.get(key) ?? []),
      ),
    unmanaged: sortedKeys.filter((key) => !isManaged(key)),
  }
}

function plannedRole(
  roleKey: string,
  declared: DeclaredRole | undefined,
  stored: StoredRoles['roles'][number] | undefined,
  storedRules: readonly PolicyRule[],
): PlannedRole[] {
  const users = stored?.users ?? 0
  const rules = differenceOf(declared?.rules ?? [], storedRules)
  if (declared === undefined) {
    return [{ roleKey, action: 'delete', fields: [], ...rules, users, endsSessions: false }]
  }
  const fields = FIELDS.flatMap((name) => {
    const before = stored === undefined ? null : textOf(stored[name])
    const after = textOf(declared[name])
    return before === after ? [] : [{ name, before, after }]
  })
  if (stored === undefined) {
    return [{ roleKey, action: 'create', fields, ...rules, users, endsSessions: false }]
  }
  if (fields.length + rules.rulesToAdd.length + rules.rulesToRemove.length === 0) return []
  const endsSessions = fields.length > 0 && outdatesTokens(stored, declared)
  return [{ roleKey, action: 'change', fields, ...rules, users, endsSessions }]
}

function textOf(value: string | readonly number[]): string {
  return typeof value === 'string' ? value : formatDepartments(value)
}

function differenceOf(
  declared: readonly Endpoint[],
  stored: readonly PolicyRule[],
): Pick<PlannedRole, 'rulesToAdd' | 'rulesToRemove'> {
  const declaredKeys = new Set(declared.map(formatEndpoint))
  const storedKeys = new Set(stored.map(formatEndpoint))
  return {
    rulesToAdd: declared.filter((rule) => !storedKeys.has(formatEndpoint(rule))),
    rulesToRemove: stored
      .filter((rule) => !declaredKeys.has(formatEndpoint(rule)))
      .map(({ method, path }) => ({ method, path })),
  }
}

/** Returns whether both plans make the same changes. The numbers of users may differ. */
export function isSamePlan(one: RolePlan, other: RolePlan): boolean {
  const changesOf = ({ roles }: RolePlan) => JSON.stringify(roles.map((role) => ({ ...role, users: 0 })))
  return changesOf(one) === changesOf(other)
}
