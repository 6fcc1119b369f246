import { setImmediate } from 'node:timers/promises'
import { methodsOverlap } from '../permission/method.ts'
import {
  ANY_SEGMENT,
  type PathPattern,
  parseRoutePath,
  parseValidPattern,
} from '../permission/path-pattern.ts'
import { groupByRole, isValidRule, type PolicyRule } from '../permission/policy-rule.ts'
import type { Usage } from '../usage/usage.ts'

/** A rule with its last recorded use. */
export interface RuleUse {
  readonly rule: PolicyRule
  /** Milliseconds since 1970; 0 if no use is recorded. */
  lastUsedAt: number
}

interface Node {
  /** A Map, because a segment may be `__proto__`. */
  readonly literalChildren: Map<string, Node>
  anyChild: Node | undefined
  readonly exact: RuleUse[]
  /** The rules whose pattern continues with `/*`. */
  readonly below: RuleUse[]
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
    const root = createNode()
    for (const rule of ofRole) {
      const use = { rule, lastUsedAt: 0 }
      uses.push(use)
      // An invalid rule allows nothing.
      if (ofRoleUsed.length > 0 && isValidRule(rule)) add(root, parseValidPattern(rule.path), use)
      await yieldAfter(NODES_PER_RULE)
    }
    for (const usage of ofRoleUsed) await yieldAfter(mark(root, parseRoutePath(usage.route), usage))
  }
  return uses
}

function createNode(): Node {
  return { literalChildren: new Map(), anyChild: undefined, exact: [], below: [] }
}

function add(root: Node, { segments, below }: PathPattern, use: RuleUse): void {
  let node = root
  for (const segment of segments) node = getOrCreateChild(node, segment)
  node[below ? 'below' : 'exact'].push(use)
}

function getOrCreateChild(node: Node, segment: string): Node {
  if (segment === ANY_SEGMENT) {
    node.anyChild ??= createNode()
    return node.anyChild
  }
  const child = node.literalChildren.get(segment) ?? createNode()
  node.literalChildren.set(segment, child)
  return child
}

/** Marks all rules that overlap the route as used. Returns the number of visited nodes. */
function mark(root: Node, { segments, below }: PathPattern, { method, lastUsedAt }: Usage): number {
  let visited = 0
  const use = (rules: readonly RuleUse[]): void => {
    for (const one of rules)
      if (methodsOverlap(one.rule.method, method)) one.lastUsedAt = Math.max(one.lastUsedAt, lastUsedAt)
  }
  const visit = (node: Node, depth: number): void => {
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
  const visitAll = (node: Node): void => {
    visited++
    use(node.below)
    use(node.exact)
    for (const child of childrenOf(node)) visitAll(child)
  }
  visit(root, 0)
  return visited
}

function childrenOf({ literalChildren, anyChild }: Node): Node[] {
  return [...literalChildren.values(), ...(anyChild ? [anyChild] : [])]
}

function matchingChildren(node: Node, segment: string): Node[] {
  const { literalChildren, anyChild } = node
  if (segment === ANY_SEGMENT) {
    // A parameter does not match an empty segment.
    const literals = [...literalChildren].flatMap(([literal, child]) => (literal === '' ? [] : [child]))
    return anyChild ? [...literals, anyChild] : literals
  }
  const literal = literalChildren.get(segment)
  return [...(literal ? [literal] : []), ...(anyChild && segment !== '' ? [anyChild] : [])]
}
