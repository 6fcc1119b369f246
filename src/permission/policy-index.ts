import { setImmediate } from 'node:timers/promises'
import { ANY_METHOD } from './method.ts'
import { parsePathPattern, patternMatches } from './path-pattern.ts'
import { createPolicyTree, type PolicyTree, type TreeSize } from './policy-nodes.ts'
import { findRuleProblem, type PolicyRule } from './policy-rule.ts'
import { type Entrance, entranceOf, grantsFor, treeAllows } from './policy-search.ts'
import { addRoot, addRule, seal } from './policy-tree.ts'

export type { PolicyRule } from './policy-rule.ts'

/** The policy as it stood at one moment, made for deciding. It never changes: a new policy is a new index. */
export interface PolicyIndex {
  /** How many rules it was made from. */
  readonly size: number
  /**
   * Rules that are not of our language, such as only a hand-written row can be. They allow nothing: to stop at
   * one would keep the last policy in force, and with it whatever was revoked since.
   */
  readonly ignored: readonly IgnoredRule[]
  allows(roleKey: string, path: string, method: string): boolean
  /** A rule that allows it, where there is one. */
  explain(roleKey: string, path: string, method: string): PolicyRule | undefined
}

export interface IgnoredRule {
  readonly rule: PolicyRule
  readonly problem: string
}

/**
 * Paths are canonical, and `HEAD` has become `GET`, before they come here.
 *
 * @example
 * const index = createPolicyIndex([{ roleKey: 'editor', path: '/api/v1/post/:id', method: 'PUT' }])
 * index.allows('editor', '/api/v1/post/7', 'PUT') // true
 */
export function createPolicyIndex(rules: Iterable<PolicyRule>): PolicyIndex {
  const builder = createPolicyIndexBuilder()
  for (const rule of rules) builder.add(rule)
  return builder.finish()
}

/**
 * The same for a big policy: other work gets its turn after every so many rules, about half a millisecond of building, for
 * the figure `snapshot-requests`.
 */
export async function buildPolicyIndex(
  rules: readonly PolicyRule[],
  { yieldEvery = 200 }: { readonly yieldEvery?: number } = {},
): Promise<PolicyIndex> {
  const builder = createPolicyIndexBuilder({ rules: rules.length, literals: rules.length })
  let added = 0
  for (const rule of rules) {
    builder.add(rule)
    added++
    if (added % yieldEvery === 0) await setImmediate()
  }
  return builder.finish()
}

const NOTHING: TreeSize = { rules: 0, literals: 0 }

/** Takes one rule after the other. So many are expected, and more find room. */
export function createPolicyIndexBuilder(expected: TreeSize = NOTHING) {
  const tree = createPolicyTree(expected)
  // A Map, because a role key may be `__proto__`.
  const roots = new Map<string, number>()
  const ignored: IgnoredRule[] = []
  let size = 0

  function rootOf(roleKey: string): number {
    const root = roots.get(roleKey) ?? addRoot(tree)
    roots.set(roleKey, root)
    return root
  }

  return {
    add(rule: PolicyRule): void {
      size++
      const problem = findRuleProblem(rule)
      if (problem === undefined) addRule(tree, rootOf(rule.roleKey), parsePathPattern(rule.path), rule.method)
      else ignored.push({ rule, problem })
    },

    /** What a policy of the same size is to expect. */
    size: (): TreeSize => ({ rules: size, literals: tree.literals.slotsTaken }),

    finish(): PolicyIndex {
      seal(tree)
      const entrances = new Map<string, Entrance>()
      for (const [roleKey, root] of roots) entrances.set(roleKey, entranceOf(tree, root))
      return Object.freeze({ size, ignored: Object.freeze(ignored), ...decisions(tree, entrances) })
    },
  }
}

function decisions(
  tree: PolicyTree,
  entrances: ReadonlyMap<string, Entrance>,
): Pick<PolicyIndex, 'allows' | 'explain'> {
  return {
    allows(roleKey, path, method) {
      const entrance = entrances.get(roleKey)
      return entrance !== undefined && treeAllows(tree, entrance, path, method)
    },

    explain(roleKey, path, method) {
      const entrance = entrances.get(roleKey)
      if (entrance === undefined) return undefined
      const grant = grantsFor(tree, entrance, path, method)
        .filter((grant) => grant.method === method || grant.method === ANY_METHOD)
        .find(({ pattern }) => patternMatches(parsePathPattern(pattern), path))
      return grant && { roleKey, path: grant.pattern, method: grant.method }
    },
  }
}
