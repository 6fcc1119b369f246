import { batchesOf } from '../../../platform/database/query/batches.ts'
import { ANY_SEGMENT, type PathPattern, parseValidPattern } from '../patterns/path-pattern.ts'
import {
  addToTrieOnce,
  createTrieNode,
  findGrantForMethod,
  type Grant,
  type TrieNode,
} from '../patterns/pattern-trie.ts'
import { isValidRule } from '../policy-rule.ts'

/** Compares rules with a set of rules. */
export type RuleCoverage = ReturnType<typeof coverageOf>

/** Adding this many rules takes about a millisecond. */
const RULES_PER_BATCH = 500

/** Far more than a hand-written policy needs. A search that exceeds it ends with "not covered", which is safe. */
const MAX_STEPS = 1000

/**
 * Creates the coverage of a set of rules. A rule counts as covered only if a single rule of the set covers it: what
 * several rules cover together is reported as not covered, which is safe.
 *
 * @example
 * const coverage = createRuleCoverage([{ path: '/api/v1/post/*', method: '*' }])
 * coverage.covers({ path: '/api/v1/post/:id', method: 'GET' }) // true
 */
export function createRuleCoverage(rules: Iterable<Grant>): RuleCoverage {
  const root = createTrieNode()
  for (const rule of rules) addIfValid(root, rule)
  return coverageOf(root)
}

/** Creates the coverage of a large set of rules, and yields to the event loop between batches of rules. */
export async function buildRuleCoverage(rules: readonly Grant[]): Promise<RuleCoverage> {
  return coverageOf(await buildRuleTrie(rules))
}

/** Adds the valid ones of a large set of rules to a trie, and yields to the event loop between batches of rules. */
export async function buildRuleTrie(rules: readonly Grant[]): Promise<TrieNode> {
  const root = createTrieNode()
  for await (const batch of batchesOf(rules, RULES_PER_BATCH)) {
    for (const rule of batch) addIfValid(root, rule)
  }
  return root
}

/**
 * An invalid rule allows nothing in this version, and a later version may give it a meaning: it neither covers nor is
 * covered.
 */
function addIfValid(root: TrieNode, rule: Grant): void {
  if (isValidRule(rule)) addToTrieOnce(root, parseValidPattern(rule.path), rule.method)
}

function coverageOf(root: TrieNode) {
  return {
    /** Returns whether one rule of the set allows every call that this rule allows. */
    covers: (rule: Grant): boolean => isRuleCovered(root, rule),
    /** Returns another rule of the set that allows every call that this rule of the set allows. */
    findCovering(rule: Grant): Grant | undefined {
      if (!isValidRule(rule)) return undefined
      const isOther = ({ path, method }: Grant) => path !== rule.path || method !== rule.method
      return search(root, parseValidPattern(rule.path), (grants) =>
        findGrantForMethod(grants.filter(isOther), rule.method),
      )
    },
  }
}

/** Returns whether one rule of the trie covers another rule. */
export function isRuleCovered(root: TrieNode, rule: Grant): boolean {
  return isValidRule(rule) && isCovered(root, parseValidPattern(rule.path), rule.method)
}

/** Returns whether one rule of the trie covers a pattern and a method. */
export function isCovered(root: TrieNode, pattern: PathPattern, method: string): boolean {
  return search(root, pattern, (grants) => findGrantForMethod(grants, method)) !== undefined
}

/**
 * Searches for a grant whose pattern covers the pattern. Where both a literal and a `:name` match a segment, both subtrees
 * are searched. `MAX_STEPS` bounds the search, because one request may compare thousands of rules.
 *
 * A rule for `*` is covered only by one for `*`: a request may have a method that rules cannot name.
 */
function search(
  root: TrieNode,
  { segments, below }: PathPattern,
  findGrant: (grants: readonly Grant[]) => Grant | undefined,
): Grant | undefined {
  let steps = 0
  const searchFrom = (node: TrieNode, depth: number): Grant | undefined => {
    if (++steps > MAX_STEPS) return undefined
    const segment = segments[depth]
    const isEnd = segment === undefined
    // `/*` at this node covers a pattern that continues, or one that itself ends with `/*` here.
    const found = !isEnd || below ? findGrant(node.below) : undefined
    if (found) return found
    if (isEnd) return below ? undefined : findGrant(node.exact)
    const literalChild = segment === ANY_SEGMENT ? undefined : node.literalChildren?.get(segment)
    const inLiteral = literalChild && searchFrom(literalChild, depth + 1)
    if (inLiteral) return inLiteral
    // `:name` does not match an empty segment.
    return node.anyChild !== undefined && segment !== '' ? searchFrom(node.anyChild, depth + 1) : undefined
  }
  return searchFrom(root, 0)
}
