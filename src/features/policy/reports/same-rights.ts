import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { parseValidPattern } from '../../../core/permission/patterns/path-pattern.ts'
import { groupByRole, isValidRule, keyOfRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { ADMIN_ROLE_KEY, type Role } from '../../../core/role/role.ts'
import { batchesOf } from '../../../platform/database/query/batches.ts'

/** Each role with this scope has its own departments. */
const CUSTOM_DEPARTMENTS = '2'

/** How many roles, and rules of a role, are compared before yielding to the event loop. */
const ROLES_PER_BATCH = 100
const RULES_PER_BATCH = 1000

/**
 * Returns the groups of roles that have the same status, data scope and departments and allow the same calls. Groups and their roles have
 * the order of the given roles. A role that a setting names is in no group: the setting treats its users differently.
 */
export function groupBySameRights(
  roles: readonly Role[],
  rights: ReadonlyMap<string, string>,
  rolesInSettings: ReadonlySet<string>,
): Role[][] {
  const groups = new Map<string, Role[]>()
  for (const role of roles) {
    if (!isComparable(role) || rolesInSettings.has(role.roleKey)) continue
    const key = JSON.stringify([role.status, role.dataScope, role.deptIds, rights.get(role.roleKey) ?? ''])
    const group = groups.get(key)
    if (group) group.push(role)
    else groups.set(key, [role])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Returns a text for each role with valid rules. Roles with equal texts may call the same. */
export async function rightsByRole(
  rules: readonly PolicyRule[],
  covered: readonly PolicyRule[],
): Promise<ReadonlyMap<string, string>> {
  const result = new Map<string, string>()
  for (const [roleKey, needed] of await withoutCovered(rules, covered)) {
    const rights: string[] = []
    for await (const batch of batchesOf(needed, RULES_PER_BATCH)) rights.push(...batch.map(rightOf))
    result.set(roleKey, createHash('sha256').update(JSON.stringify(rights.toSorted())).digest('hex'))
    if (result.size % ROLES_PER_BATCH === 0) await setImmediate()
  }
  return result
}

/** The admin role may call everything without rules. */
function isComparable({ roleKey, dataScope }: Role): boolean {
  return roleKey !== ADMIN_ROLE_KEY && dataScope !== CUSTOM_DEPARTMENTS
}

/** Returns the rules that decide what each role may call. An invalid rule allows nothing. */
async function withoutCovered(rules: readonly PolicyRule[], covered: readonly PolicyRule[]) {
  const coveredKeys = new Set<string>()
  for await (const batch of batchesOf(covered, RULES_PER_BATCH)) {
    for (const rule of batch) coveredKeys.add(keyOfRule(rule))
  }
  const needed: PolicyRule[] = []
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) if (isValidRule(rule) && !coveredKeys.has(keyOfRule(rule))) needed.push(rule)
  }
  return groupByRole(needed)
}

/** Returns the same text for rules that allow the same calls: the names of parameters do not matter. */
function rightOf({ path, method }: PolicyRule): string {
  const { segments, below } = parseValidPattern(path)
  return JSON.stringify([method, segments, below])
}
