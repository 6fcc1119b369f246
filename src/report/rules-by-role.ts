import type { PolicyRule } from '../permission/policy-rule.ts'

/** Returns the rules of each role, in their order. */
export function groupByRole<Rule extends PolicyRule>(rules: readonly Rule[]): ReadonlyMap<string, Rule[]> {
  const byRole = new Map<string, Rule[]>()
  for (const rule of rules) {
    const others = byRole.get(rule.roleKey)
    if (others) others.push(rule)
    else byRole.set(rule.roleKey, [rule])
  }
  return byRole
}
