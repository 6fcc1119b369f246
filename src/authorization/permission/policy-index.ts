import { setImmediate } from 'node:timers/promises'
import { findNearestRules, type NearestRule } from './nearest-rules.ts'
import { parseValidPattern } from './path-pattern.ts'
import { addToTrie, createTrieNode, findGrantForMethod, type Grant, type TrieNode } from './pattern-trie.ts'
import { findRuleProblem, type PolicyRule } from './policy-rule.ts'

export type { PolicyRule } from './policy-rule.ts'

/** An immutable snapshot of the policy, indexed for decisions. A changed policy is a new index. */
export interface PolicyIndex {
  /** The number of rules it was created from. */
  readonly size: number
  /**
   * Rules with an invalid path or method, which only a manually edited row can have. They allow nothing. Refusing the
   * whole policy because of one would leave the previous policy in force, with every rule that was removed since.
   */
  readonly ignored: readonly IgnoredRule[]
  allows(roleKey: string, path: string, method: string): boolean
  /** Returns a rule that allows the call, if there is one. */
  explain(roleKey: string, path: string, method: string): PolicyRule | undefined
  /** Returns the rules that almost allow a denied call. */
  nearest(roleKey: string, path: string, method: string): NearestRule[]
}

interface IgnoredRule {
  readonly rule: PolicyRule
  readonly problem: string
}

/** Adding this many rules takes about a millisecond. */
const RULES_PER_BATCH = 500

/**
 * Creates an index. Callers pass canonical paths, and `GET` instead of `HEAD`.
 *
 * @example
 * const index = createPolicyIndex([{ roleKey: 'editor', path: '/api/v1/post/:id', method: 'PUT' }])
 * index.allows('editor', '/api/v1/post/7', 'PUT') // true
 */
export function createPolicyIndex(rules: Iterable<PolicyRule>): PolicyIndex {
  const builder = createBuilder()
  for (const rule of rules) builder.add(rule)
  return builder.finish()
}

/** Creates the same index for a large policy, and yields to the event loop between batches of rules. */
export async function buildPolicyIndex(rules: readonly PolicyRule[]): Promise<PolicyIndex> {
  const builder = createBuilder()
  for (const [position, rule] of rules.entries()) {
    if (position > 0 && position % RULES_PER_BATCH === 0) await setImmediate()
    builder.add(rule)
  }
  return builder.finish()
}

function createBuilder() {
  // A Map, because a role key may be `__proto__`.
  const tries = new Map<string, TrieNode>()
  const ignored: IgnoredRule[] = []
  let size = 0

  function trieOf(roleKey: string): TrieNode {
    let trie = tries.get(roleKey)
    if (trie === undefined) {
      trie = createTrieNode()
      tries.set(roleKey, trie)
    }
    return trie
  }

  return {
    add(rule: PolicyRule): void {
      size++
      const problem = findRuleProblem(rule)
      if (problem === undefined) addToTrie(trieOf(rule.roleKey), parseValidPattern(rule.path), rule.method)
      else ignored.push({ rule, problem: problem.en })
    },

    finish(): PolicyIndex {
      const find = (roleKey: string, path: string, method: string): Grant | undefined => {
        const trie = tries.get(roleKey)
        if (trie === undefined || !path.startsWith('/')) return undefined
        return findGrant(trie, path.slice(1).split('/'), 0, method)
      }
      return Object.freeze({
        size,
        ignored: Object.freeze(ignored),
        allows: (roleKey, path, method) => find(roleKey, path, method) !== undefined,
        explain(roleKey, path, method) {
          const grant = find(roleKey, path, method)
          return grant && { roleKey, path: grant.path, method: grant.method }
        },
        nearest: (roleKey, path, method) => findNearestRules(tries, { roleKey, path, method }),
      } satisfies PolicyIndex)
    },
  }
}

/**
 * Where both a literal and a `:name` match a segment, both subtrees are searched. Each node is visited at most once,
 * because it has one parent, so a decision never costs more than the number of the role's rules.
 */
function findGrant(
  node: TrieNode,
  segments: readonly string[],
  depth: number,
  method: string,
): Grant | undefined {
  const segment = segments[depth]
  if (segment === undefined) return findGrantForMethod(node.exact, method)
  const below = findGrantForMethod(node.below, method)
  if (below !== undefined) return below
  const literalChild = node.literalChildren?.get(segment)
  const found = literalChild && findGrant(literalChild, segments, depth + 1, method)
  if (found !== undefined) return found
  // `:name` does not match an empty segment.
  if (node.anyChild === undefined || segment === '') return undefined
  return findGrant(node.anyChild, segments, depth + 1, method)
}
