import { setImmediate } from 'node:timers/promises'
import {
  ANY_SEGMENT,
  parseRoutePath,
  parseValidPattern,
} from '../../../core/permission/patterns/path-pattern.ts'
import {
  addToTrie,
  createTrieNode,
  type Grant,
  type TrieNode,
} from '../../../core/permission/patterns/pattern-trie.ts'
import { groupByRole, isValidRule, type PolicyRule } from '../../../core/permission/policy-rule.ts'
import { methodsOverlap } from '../../../platform/http/call/method.ts'
import { formatEndpoint } from '../policy-files/endpoint-text.ts'
import type { Usage } from '../usage/usage.ts'

/** A rule with its last recorded use. */
export interface RuleUse {
  readonly rule: PolicyRule
  /** Milliseconds since 1970; 0 if no use is recorded. */
  readonly lastUsedAt: number
}

/** How many nodes are visited before yielding to the event loop. */
const NODES_PER_BATCH = 20_000
/** Adding a rule takes as long as visiting this many nodes. */
const NODES_PER_RULE = 20

/**
 * Returns the last recorded use of each rule. A rule counts as used if a recorded route overlaps it, also where another rule
 * may have decided: the record does not say for which path of the route, and a used rule must never be called unused.
 */
export async function findRuleUses(
  rules: readonly PolicyRule[],
  usages: readonly Usage[],
): Promise<RuleUse[]> {
  const uses: RuleUse[] = []
  const usagesByRole = groupByRole(usages)
  let visited = 0
  const yieldAfter = async (nodes: number): Promise<void> => {
    visited += nodes
    if (visited < NODES_PER_BATCH) return
    visited = 0
    await setImmediate()
  }
  for (const [roleKey, ofRole] of groupByRole(rules)) {
    const ofRoleUsed = usagesByRole.get(roleKey) ?? []
    const root = createTrieNode()
    for (const rule of ofRole) {
      // An invalid rule allows nothing.
      if (ofRoleUsed.length > 0 && isValidRule(rule))
        addToTrie(root, parseValidPattern(rule.path), rule.method, root.owner)
      await yieldAfter(NODES_PER_RULE)
    }
    const lastUses = new Map<Grant, number>()
    for (const usage of ofRoleUsed) await yieldAfter(mark(root, usage, lastUses))
    const byEndpoint = new Map([...lastUses].map(([grant, usedAt]) => [formatEndpoint(grant), usedAt]))
    for (const rule of ofRole) {
      uses.push({ rule, lastUsedAt: byEndpoint.get(formatEndpoint(rule)) ?? 0 })
      await yieldAfter(1)
    }
  }
  return uses
}

/** Records the use of all rules that overlap the route. Returns the number of visited nodes. */
function mark(root: TrieNode, { method, route, lastUsedAt }: Usage, lastUses: Map<Grant, number>): number {
  const { segments, below } = parseRoutePath(route)
  let visited = 0
  const use = (grants: readonly Grant[]): void => {
    for (const grant of grants) {
      if (methodsOverlap(grant.method, method))
        lastUses.set(grant, Math.max(lastUses.get(grant) ?? 0, lastUsedAt))
    }
  }
  const visit = (node: TrieNode, depth: number): void => {
    visited++
    const segment = segments[depth]
    // A route that ends here overlaps `/*` only if it has a wildcard itself.
    if (segment !== undefined || below) use(node.below)
    if (segment === undefined) {
      if (!below) use(node.exact)
      // A wildcard of the route matches everything below this node.
      if (below) for (const child of childrenOf(node)) visitAll(child)
      return
    }
    for (const child of matchingChildren(node, segment)) visit(child, depth + 1)
  }
  const visitAll = (node: TrieNode): void => {
    visited++
    use(node.below)
    use(node.exact)
    for (const child of childrenOf(node)) visitAll(child)
  }
  visit(root, 0)
  return visited
}

function childrenOf({ literalChildren, anyChild }: TrieNode): TrieNode[] {
  return [...(literalChildren?.values() ?? []), ...(anyChild ? [anyChild] : [])]
}

function matchingChildren(node: TrieNode, segment: string): TrieNode[] {
  const { literalChildren, anyChild } = node
  if (segment === ANY_SEGMENT) {
    // A parameter does not match an empty segment.
    const literals = [...(literalChildren ?? [])].flatMap(([literal, child]) =>
      literal === '' ? [] : [child],
    )
    return anyChild ? [...literals, anyChild] : literals
  }
  const literal = literalChildren?.get(segment)
  return [...(literal ? [literal] : []), ...(anyChild && segment !== '' ? [anyChild] : [])]
}
