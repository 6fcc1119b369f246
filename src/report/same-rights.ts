import { setImmediate } from 'node:timers/promises'
import { batchesOf } from '../database/batches.ts'
import { parseValidPattern } from '../permission/path-pattern.ts'
import { findRuleProblem, groupByRole, keyOfRule, type PolicyRule } from '../permission/policy-rule.ts'
import { ADMIN_ROLE_KEY, type Role } from '../role/role.ts'
import { findCoveredRules } from './covered-rules.ts'

/** Each role with this scope has its own departments, which only the protected services know. */
const CUSTOM_DEPARTMENTS = '2'

/** How many roles, and rules of a role, are compared before yielding to the event loop. */
const ROLES_PER_BATCH = 100
const RULES_PER_BATCH = 1000

/**
 * Returns the groups of roles that have the same status and data scope and allow the same calls. Groups and their roles have
 * the order of the given roles. A role that a setting names is in no group: the setting treats its users differently.
 */
export async function groupBySameRights(
  roles: readonly Role[],
  rules: readonly PolicyRule[],
  rolesInSettings: ReadonlySet<string>,
): Promise<Role[][]> {
  const needed = await withoutCovered(rules)
  const groups = new Map<string, Role[]>()
  const comparable = roles.filter((role) => isComparable(role) && !rolesInSettings.has(role.roleKey))
  for (const [index, role] of comparable.entries()) {
    if (index % ROLES_PER_BATCH === ROLES_PER_BATCH - 1) await setImmediate()
    const rights: string[] = []
    for await (const batch of batchesOf(needed.get(role.roleKey) ?? [], RULES_PER_BATCH))
      rights.push(...batch.map(rightOf))
    const key = JSON.stringify([role.status, role.dataScope, rights.toSorted()])
    const group = groups.get(key)
    if (group) group.push(role)
    else groups.set(key, [role])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** The admin role may call everything without rules. */
function isComparable({ roleKey, dataScope }: Role): boolean {
  return roleKey !== ADMIN_ROLE_KEY && dataScope !== CUSTOM_DEPARTMENTS
}

/** Returns the rules that decide what each role may call. An invalid rule allows nothing. */
async function withoutCovered(
  rules: readonly PolicyRule[],
): Promise<ReadonlyMap<string, readonly PolicyRule[]>> {
  const covered = new Set<string>()
  for await (const batch of batchesOf(await findCoveredRules(rules), RULES_PER_BATCH)) {
    for (const rule of batch) covered.add(keyOfRule(rule))
  }
  const needed: PolicyRule[] = []
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch)
      if (findRuleProblem(rule) === undefined && !covered.has(keyOfRule(rule))) needed.push(rule)
  }
  return groupByRole(needed)
}

/** Returns the same text for rules that allow the same calls: the names of parameters do not matter. */
function rightOf({ path, method }: PolicyRule): string {
  const { segments, below } = parseValidPattern(path)
  return JSON.stringify([method, segments, below])
}
