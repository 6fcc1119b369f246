import { batchesOf } from '../../../platform/database/query/batches.ts'
import { keyOfRule, type PolicyRule } from '../policy-rule.ts'

interface RequestedChange {
  readonly add: readonly PolicyRule[]
  readonly remove: readonly PolicyRule[]
  /** `add` is the whole new policy, or all rules that these roles will have. An empty list replaces nothing. */
  readonly replace: 'all' | readonly string[]
}

const RULES_PER_BATCH = 500

/** Returns which rules a change adds and removes, without duplicates. Yields to the event loop between batches of rules. */
export async function policyDifference(
  rules: readonly PolicyRule[],
  { add, remove, replace }: RequestedChange,
) {
  const existing = await byKey(rules)
  const wanted = await byKey(add)
  const replaced = replace === 'all' ? undefined : new Set(replace)
  const removed = await byKey(remove)
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) {
      const key = keyOfRule(rule)
      if ((replaced?.has(rule.roleKey) ?? true) && !wanted.has(key)) removed.set(key, rule)
    }
  }
  return {
    added: await withoutKeysOf(existing, wanted),
    removed: [...removed.values()],
    /** A rule to remove that does not exist. */
    unknown: (await withoutKeysOf(existing, removed))[0],
  }
}

async function byKey(rules: readonly PolicyRule[]): Promise<Map<string, PolicyRule>> {
  const found = new Map<string, PolicyRule>()
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) found.set(keyOfRule(rule), rule)
  }
  return found
}

async function withoutKeysOf(known: ReadonlyMap<string, PolicyRule>, rules: ReadonlyMap<string, PolicyRule>) {
  const found: PolicyRule[] = []
  for await (const batch of batchesOf([...rules], RULES_PER_BATCH)) {
    for (const [key, rule] of batch) if (!known.has(key)) found.push(rule)
  }
  return found
}
