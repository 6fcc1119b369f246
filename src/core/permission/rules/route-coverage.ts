import { ANY_SEGMENT, type PathPattern, parseRoutePath } from '../patterns/path-pattern.ts'
import { findGrantForMethod, type Grant, type TrieNode } from '../patterns/pattern-trie.ts'
import { buildRuleTrie, isCovered, isRuleCovered } from './rule-coverage.ts'

/** How much of a route rules allow: no path of it, some paths or perhaps all, or all by a single rule. */
type Coverage = 'none' | 'part' | 'full'

/** A search that exceeds it ends with `part`, so that the route is reported and not left out. */
const MAX_STEPS = 10_000

/**
 * Creates the coverage of a large set of rules, and yields to the event loop between batches of rules.
 *
 * @example
 * const coverage = await buildRouteCoverage([{ method: 'GET', path: '/orders/7' }, { method: 'GET', path: '/users/*' }])
 * coverage.of('GET', '/users/:id')  // 'full'
 * coverage.of('GET', '/orders/:id') // 'part'
 * coverage.of('PUT', '/users/:id')  // 'none'
 */
export async function buildRouteCoverage(rules: readonly Grant[]) {
  const root = await buildRuleTrie(rules)
  return {
    of(method: string, route: string): Coverage {
      const pattern = parseRoutePath(route)
      if (isCovered(root, pattern, method)) return 'full'
      return overlaps(root, pattern, method) ? 'part' : 'none'
    },
    /** Returns whether one rule of the set allows every call that this rule allows. */
    covers: (rule: Grant): boolean => isRuleCovered(root, rule),
  }
}

/** Returns whether some path matches the route and a rule of the trie. */
function overlaps(root: TrieNode, { segments }: PathPattern, method: string): boolean {
  let steps = 0
  const overlapsFrom = (node: TrieNode, depth: number): boolean => {
    if (++steps > MAX_STEPS) return true
    const segment = segments[depth]
    if (segment === undefined) return findGrantForMethod(node.exact, method) !== undefined
    if (findGrantForMethod(node.below, method)) return true
    if (segment === ANY_SEGMENT) {
      for (const [literal, child] of node.literalChildren ?? []) {
        if (literal !== '' && overlapsFrom(child, depth + 1)) return true
      }
    } else {
      const child = node.literalChildren?.get(segment)
      if (child && overlapsFrom(child, depth + 1)) return true
    }
    // `:name` does not match an empty segment.
    return node.anyChild !== undefined && segment !== '' && overlapsFrom(node.anyChild, depth + 1)
  }
  return overlapsFrom(root, 0)
}
