import type { Call } from '../call.ts'
import { findGrantForMethod, type Grant, type TrieNode } from '../patterns/pattern-trie.ts'
import type { PolicyRule } from '../policy-rule.ts'

/** A rule that almost allows a call, and what differs: its method, one segment of its path, or its role. */
export interface NearestRule extends PolicyRule {
  readonly differs: 'method' | 'segment' | 'role'
}

const MAX_RULES_PER_KIND = 3
/** The search visits at most this many nodes, which takes a few milliseconds. Then the rules found so far are returned. */
const MAX_STEPS = 20_000
/** Of a node with more children, such as one per order, only these are compared. */
const MAX_CHILDREN = 5000

/** The rules of each role, sorted by role key. */
type RulesByRole = ReadonlyMap<string, { readonly trie: TrieNode }>

type DeniedCall = Call & { readonly roleKey: string }

/**
 * Returns the rules that almost allow a denied call. Within the limits of the search, the result does not depend on the order
 * in which rules with different paths were added.
 */
export function findNearestRules(roles: RulesByRole, call: DeniedCall): NearestRule[] {
  if (!call.path.startsWith('/')) return []
  const segments = call.path.slice(1).split('/')
  const own = roles.get(call.roleKey)?.trie
  const ofOwnRole = (grants: readonly Grant[], differs: 'method' | 'segment') =>
    grants.map(({ path, method }) => ({ roleKey: call.roleKey, path, method, differs }))
  return [
    ...(own ? ofOwnRole(withOtherMethod(own, segments), 'method') : []),
    ...(own ? ofOwnRole(withOtherSegment(own, segments, call.method), 'segment') : []),
    ...ofOtherRoles(roles, segments, call),
  ]
}

function createSteps(): () => boolean {
  let steps = 0
  return () => ++steps <= MAX_STEPS
}

/** Calls `visit` with the grants, of every method, whose path matches the segments from a node on. */
function visitMatching(
  node: TrieNode,
  segments: readonly string[],
  depth: number,
  step: () => boolean,
  visit: (grants: readonly Grant[]) => void,
): void {
  if (!step()) return
  const segment = segments[depth]
  if (segment === undefined) {
    visit(node.exact)
    return
  }
  const literalChild = node.literalChildren?.get(segment)
  if (literalChild) visitMatching(literalChild, segments, depth + 1, step, visit)
  // `:name` does not match an empty segment.
  if (node.anyChild && segment !== '') visitMatching(node.anyChild, segments, depth + 1, step, visit)
  visit(node.below)
}

function withOtherMethod(root: TrieNode, segments: readonly string[]): Grant[] {
  const found: Grant[] = []
  visitMatching(root, segments, 0, createSteps(), (grants) => {
    // Of rules with equivalent patterns (`/a/:id`, `/a/:name`) the first is enough.
    const methods = new Set<string>()
    for (const grant of grants) {
      if (found.length >= MAX_RULES_PER_KIND) return
      if (!methods.has(grant.method)) found.push(grant)
      methods.add(grant.method)
    }
  })
  return found
}

interface Candidate {
  readonly grant: Grant
  /** How much the segments differ; 0 is the same. */
  readonly distance: number
  /** The position of the segment that differs. */
  readonly position: number
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || b.position - a.position || (a.grant.path < b.grant.path ? -1 : 1)
}

/** Returns grants whose path matches if one segment is replaced, added or left out. Similar segments come first. */
function withOtherSegment(root: TrieNode, segments: readonly string[], method: string): Grant[] {
  const step = createSteps()
  let best: Candidate[] = []

  /** Compares the children of a node that matches the segments before a position. */
  function compareChildren(node: TrieNode, position: number): void {
    function addMatching(child: TrieNode, depth: number, distance: number): void {
      visitMatching(child, segments, depth, step, (grants) => {
        const grant = findGrantForMethod(grants, method)
        if (!grant || best.some((known) => known.grant === grant && known.distance <= distance)) return
        best = [...best.filter((known) => known.grant !== grant), { grant, distance, position }]
          .toSorted(compareCandidates)
          .slice(0, MAX_RULES_PER_KIND)
      })
    }
    const segment = segments[position]
    // The call has one segment more.
    if (segment !== undefined) addMatching(node, position + 1, 2)
    let children = 0
    for (const [literal, child] of node.literalChildren ?? []) {
      if (++children > MAX_CHILDREN || !step()) break
      if (literal === segment) continue
      if (segment !== undefined) addMatching(child, position + 1, distanceOf(literal, segment))
      // The rule has one segment more.
      addMatching(child, position, 2)
    }
    if (node.anyChild) addMatching(node.anyChild, position, 2)
    // `/orders/*` does not match `/orders`.
    const below = segment === undefined ? findGrantForMethod(node.below, method) : undefined
    if (below) best = [{ grant: below, distance: 0, position }, ...best].slice(0, MAX_RULES_PER_KIND)
  }

  function descend(node: TrieNode, depth: number): void {
    if (!step()) return
    const segment = segments[depth]
    if (segment !== undefined) {
      const literalChild = node.literalChildren?.get(segment)
      if (literalChild) descend(literalChild, depth + 1)
      if (node.anyChild && segment !== '') descend(node.anyChild, depth + 1)
    }
    // After the children, because the last segments are the most likely to be wrong.
    compareChildren(node, depth)
  }
  descend(root, 0)
  return best.map(({ grant }) => grant)
}

/** Returns how many characters of the longer text are outside the common beginning and end. */
function distanceOf(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let start = 0
  while (start < length && a[start] === b[start]) start++
  let end = 0
  while (end < length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return Math.max(a.length, b.length) - start - end
}

function ofOtherRoles(roles: RulesByRole, segments: readonly string[], call: DeniedCall): NearestRule[] {
  const step = createSteps()
  const found: NearestRule[] = []
  for (const [roleKey, { trie }] of roles) {
    if (found.length >= MAX_RULES_PER_KIND || !step()) break
    if (roleKey === call.roleKey) continue
    let first: Grant | undefined
    visitMatching(trie, segments, 0, step, (grants) => {
      first ??= findGrantForMethod(grants, call.method)
    })
    if (first) found.push({ roleKey, path: first.path, method: first.method, differs: 'role' })
  }
  return found
}
