import { setImmediate } from 'node:timers/promises'
import type { ChangeStep } from '../../platform/cluster/change-feed/change-records.ts'
import { parseValidPattern } from './patterns/path-pattern.ts'
import {
  addToTrie,
  createTrieNode,
  findGrantForMethod,
  type Grant,
  grantsOfTrie,
  removeFromTrie,
  type TrieNode,
} from './patterns/pattern-trie.ts'
import { findRuleProblem, isValidRule, keyOfRule, type PolicyRule } from './policy-rule.ts'
import { findNearestRules, type NearestRule } from './rules/nearest-rules.ts'

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
  /** Returns which of the paths that begin with the same segments are allowed, by their number of segments. */
  allowedLengths(roleKey: string, segments: readonly string[], method: string): AllowedLengths
  /** Returns a rule that allows the call, if there is one. */
  explain(roleKey: string, path: string, method: string): PolicyRule | undefined
  /** Returns the number of rules of a role. */
  countOf(roleKey: string): number
  /** Returns all rules of a role, in no particular order. The same array each time. */
  rulesOf(roleKey: string): readonly PolicyRule[]
  /** Returns the rules that almost allow a denied call. */
  nearest(roleKey: string, path: string, method: string): NearestRule[]
  /**
   * Returns the index of the policy after a change, which shares with this one all that is the same. Throws if the steps are
   * unknown or do not belong to a change of this policy.
   */
  apply(steps: readonly ChangeStep[]): PolicyIndex
}

/** Whether the path of so many segments is allowed. */
export type AllowedLengths = (length: number) => boolean

interface IgnoredRule {
  readonly rule: PolicyRule
  readonly problem: string
}

/** Adding this many rules takes about a millisecond. */
const RULES_PER_BATCH = 500

/**
 * Creates an index. Callers pass canonical paths, and `GET` instead of `HEAD`. See docs/decisions/0016-policy-index.md.
 *
 * @example
 * const index = createPolicyIndex([{ roleKey: 'editor', path: '/api/v1/post/:id', method: 'PUT' }])
 * index.allows('editor', '/api/v1/post/7', 'PUT') // true
 */
export function createPolicyIndex(rules: Iterable<PolicyRule>): PolicyIndex {
  const builder = createBuilder(NOTHING)
  for (const rule of rules) builder.add(rule)
  return builder.finish()
}

/** Creates the same index for a large policy, and yields to the event loop between batches of rules. */
export async function buildPolicyIndex(rules: readonly PolicyRule[]): Promise<PolicyIndex> {
  const builder = createBuilder(NOTHING)
  for (const [position, rule] of rules.entries()) {
    if (position > 0 && position % RULES_PER_BATCH === 0) await setImmediate()
    builder.add(rule)
  }
  return builder.finish()
}

/** The valid rules of a role. */
interface RoleRules {
  readonly trie: TrieNode
  readonly size: number
}

interface PolicyContent {
  /** Sorted by role key. A Map, because a role key may be `__proto__`. */
  readonly roles: ReadonlyMap<string, RoleRules>
  readonly ignored: readonly IgnoredRule[]
}

const NOTHING: PolicyContent = { roles: new Map(), ignored: [] }

/** Creates a builder of the index of a changed policy. It does not modify what other indexes share. */
function createBuilder(before: PolicyContent) {
  const roles = new Map(before.roles)
  let ignored = [...before.ignored]
  /** Identifies the nodes that this builder creates, which it may modify. */
  const owner = {}

  function add(rule: PolicyRule): void {
    const problem = findRuleProblem(rule)
    if (problem !== undefined) {
      ignored.push({ rule, problem: problem.en })
      return
    }
    const { trie, size } = roles.get(rule.roleKey) ?? { trie: createTrieNode(owner), size: 0 }
    const changed = addToTrie(trie, parseValidPattern(rule.path), rule.method, owner)
    roles.set(rule.roleKey, { trie: changed, size: size + 1 })
  }

  function remove(rule: PolicyRule): void {
    const rules = roles.get(rule.roleKey)
    if (!isValidRule(rule)) {
      removeIgnored((other) => keyOfRule(other) === keyOfRule(rule))
    } else if (rules === undefined) {
      throw new Error(`there is no rule of the role ${rule.roleKey}`)
    } else {
      const trie = removeFromTrie(rules.trie, parseValidPattern(rule.path), rule.method, owner)
      if (trie === undefined) roles.delete(rule.roleKey)
      else roles.set(rule.roleKey, { trie, size: rules.size - 1 })
    }
  }

  function removeRole(roleKey: string): void {
    roles.delete(roleKey)
    removeIgnored((rule) => rule.roleKey === roleKey)
  }

  function renameRole(from: string, to: string): void {
    removeRole(to)
    const rules = roles.get(from)
    roles.delete(from)
    if (rules) roles.set(to, rules)
    ignored = ignored.map((one) =>
      one.rule.roleKey === from ? { ...one, rule: { ...one.rule, roleKey: to } } : one,
    )
  }

  function removeIgnored(isRemoved: (rule: PolicyRule) => boolean): void {
    ignored = ignored.filter(({ rule }) => !isRemoved(rule))
  }

  function size(): number {
    return [...roles.values()].reduce((sum, rules) => sum + rules.size, ignored.length)
  }

  return {
    add,

    /** Applies a step of `policySteps`. */
    apply([name, ...values]: ChangeStep): void {
      const [roleKey = '', second = '', path = ''] = values
      switch (`${name} ${values.length}`) {
        case 'add 3':
          add({ roleKey, method: second, path })
          break
        case 'remove 3':
          remove({ roleKey, method: second, path })
          break
        case 'remove-role 1':
          removeRole(roleKey)
          break
        case 'rename-role 2':
          renameRole(roleKey, second)
          break
        case 'count 1':
          if (String(size()) !== values[0]) throw new Error(`there are ${size()} rules, not ${values[0]}`)
          break
        default:
          throw new Error(`the step "${name}" with ${values.length} values is unknown`)
      }
    },

    finish(): PolicyIndex {
      const sorted = [...roles].toSorted(([one], [other]) => (one < other ? -1 : 1))
      return indexOf({ roles: new Map(sorted), ignored: Object.freeze(ignored) }, size())
    },
  }
}

function indexOf(content: PolicyContent, size: number): PolicyIndex {
  const { roles, ignored } = content
  const rulesByRole = new Map<string, readonly PolicyRule[]>()
  const find = (roleKey: string, path: string, method: string): Grant | undefined => {
    const rules = roles.get(roleKey)
    if (rules === undefined || !path.startsWith('/')) return undefined
    return findGrant(rules.trie, path.slice(1).split('/'), 0, method)
  }
  return Object.freeze({
    size,
    ignored,
    allows: (roleKey, path, method) => find(roleKey, path, method) !== undefined,
    allowedLengths(roleKey, segments, method) {
      const rules = roles.get(roleKey)
      return rules === undefined ? () => false : findAllowedLengths(rules.trie, segments, method)
    },
    explain(roleKey, path, method) {
      const grant = find(roleKey, path, method)
      return grant && { roleKey, path: grant.path, method: grant.method }
    },
    countOf: (roleKey) =>
      (roles.get(roleKey)?.size ?? 0) + ignored.filter(({ rule }) => rule.roleKey === roleKey).length,
    rulesOf(roleKey) {
      const listed = rulesByRole.get(roleKey) ?? listRules(content, roleKey)
      rulesByRole.set(roleKey, listed)
      return listed
    },
    nearest: (roleKey, path, method) => findNearestRules(roles, { roleKey, path, method }),
    apply(steps) {
      if (steps.at(-1)?.[0] !== 'count') throw new Error('the change does not end with the number of rules')
      const builder = createBuilder(content)
      for (const step of steps) builder.apply(step)
      return builder.finish()
    },
  } satisfies PolicyIndex)
}

function listRules({ roles, ignored }: PolicyContent, roleKey: string): readonly PolicyRule[] {
  const trie = roles.get(roleKey)?.trie
  const rules = trie ? [...grantsOfTrie(trie)].map(({ path, method }) => ({ roleKey, path, method })) : []
  const invalid = ignored.map(({ rule }) => rule).filter((rule) => rule.roleKey === roleKey)
  return Object.freeze([...rules, ...invalid])
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

/** Searches all prefixes of a path at once. Each node is visited at most once, as for a single path. */
function findAllowedLengths(root: TrieNode, segments: readonly string[], method: string): AllowedLengths {
  const exact = new Set<number>()
  /** Every longer path is allowed. */
  let below = Number.POSITIVE_INFINITY
  function visit(node: TrieNode, depth: number): void {
    if (depth > below) return
    if (findGrantForMethod(node.exact, method) !== undefined) exact.add(depth)
    if (findGrantForMethod(node.below, method) !== undefined) below = depth
    const segment = segments[depth]
    if (segment === undefined) return
    const literalChild = node.literalChildren?.get(segment)
    if (literalChild) visit(literalChild, depth + 1)
    if (node.anyChild && segment !== '') visit(node.anyChild, depth + 1)
  }
  visit(root, 0)
  return (length) => length > below || exact.has(length)
}
