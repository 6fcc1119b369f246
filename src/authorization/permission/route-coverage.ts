import { batchesOf } from '../../database/batches.ts'
import { ANY_SEGMENT, type PathPattern, parseRoutePath, parseValidPattern } from './path-pattern.ts'
import {
  addToTrieOnce,
  createTrieNode,
  findGrantForMethod,
  type Grant,
  type TrieNode,
} from './pattern-trie.ts'
import { findRuleProblem } from './policy-rule.ts'
import { isCovered } from './rule-coverage.ts'

/** How much of a route rules allow: no path of it, some paths or perhaps all, or all by a single rule. */
type Coverage = 'none' | 'part' | 'full'

/** Compares routes with a set of rules. */
interface RouteCoverage {
  of(method: string, route: string): Coverage
  /** Returns whether one rule of the set allows every call that this rule allows. */
  covers(rule: Grant): boolean
}

/** Adding this many rules takes about a millisecond. */
const RULES_PER_BATCH = 500
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
export async function buildRouteCoverage(rules: readonly Grant[]): Promise<RouteCoverage> {
  const root = createTrieNode()
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) {
      // An invalid rule allows nothing.
      if (isValid(rule)) addToTrieOnce(root, parseValidPattern(rule.path), rule.method)
    }
  }
  return {
    of(method, route) {
      const pattern = parseRoutePath(route)
      if (isCovered(root, pattern, method)) return 'full'
      return overlaps(root, pattern, method) ? 'part' : 'none'
    },
    covers: (rule) => isValid(rule) && isCovered(root, parseValidPattern(rule.path), rule.method),
  }
}

function isValid({ path, method }: Grant): boolean {
  return findRuleProblem({ roleKey: '', path, method }) === undefined
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
