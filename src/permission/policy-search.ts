import { findLiteralChild, hashStep, isText, type LiteralChildren, NO_NODE } from './literal-children.ts'
import { ANY_METHOD } from './method.ts'
import { MAX_PATTERN_LENGTH } from './path-language.ts'
import { type Grant, grantsOf } from './policy-grants.ts'
import {
  ANY_CHILD,
  BELOW_SHIFT,
  bitOf,
  lengthOf,
  NODE_LENGTH,
  ONLY_CHILD,
  ONLY_TEXT,
  type PolicyTree,
  SEVERAL_LITERALS,
  TRAITS,
} from './policy-nodes.ts'

const ANY_METHOD_BIT = bitOf(ANY_METHOD)
const SLASH = 0x2f

export function treeAllows(tree: PolicyTree, root: number, path: string, method: string): boolean {
  return find(tree, root, path, method) !== NO_NODE
}

/** The rules that end at the node that allows it: one of them does, others are for other methods or paths. */
export function grantsFor(tree: PolicyTree, root: number, path: string, method: string): Grant[] {
  return grantsOf(tree.grants, find(tree, root, path, method) / NODE_LENGTH, path)
}

function find(tree: PolicyTree, root: number, path: string, method: string): number {
  if (path.charCodeAt(0) !== SLASH) return NO_NODE
  return nodeThatAllows(tree, root, path, 0, bitOf(method) | ANY_METHOD_BIT)
}

/**
 * Goes on from a node with the path from `from` on, which is a slash or the end.
 *
 * Where both a literal and a name could take a segment, both are tried. A node stands for one beginning of a
 * pattern and is visited at most once in a decision, so even a hostile policy costs no more than its own size.
 */
function nodeThatAllows(tree: PolicyTree, root: number, path: string, from: number, methods: number): number {
  // Read once, for the figures `decision-*`: otherwise every turn of the loop would read them anew.
  const { nodes, literals } = tree
  let node = root
  let at = from
  for (;;) {
    const traits = nodes[node + TRAITS] ?? 0
    if (at === path.length) return (traits & methods) === 0 ? NO_NODE : node
    if (((traits >> BELOW_SHIFT) & methods) !== 0) return node

    const start = at + 1
    const child = literalChild(nodes, literals, node, path, start)
    const anyChild = nodes[node + ANY_CHILD] ?? NO_NODE
    if (child !== NO_NODE) {
      at = start + lengthOf(nodes, child)
      if (anyChild === NO_NODE) {
        node = child
        continue
      }
      const found = nodeThatAllows(tree, child, path, at, methods)
      if (found !== NO_NODE) return found
    }
    if (anyChild === NO_NODE) return NO_NODE
    at = endOfSegment(path, start)
    if (at === start) return NO_NODE
    node = anyChild
  }
}

/** The child by the segment that begins at `start`, or `NO_NODE`. */
export function literalChild(
  nodes: Int32Array,
  literals: LiteralChildren,
  node: number,
  path: string,
  start: number,
): number {
  const only = nodes[node + ONLY_CHILD] ?? NO_NODE
  if (only !== NO_NODE)
    return isText(literals.texts, nodes[node + ONLY_TEXT] ?? 0, path, start) ? only : NO_NODE
  if (((nodes[node + TRAITS] ?? 0) & SEVERAL_LITERALS) === 0) return NO_NODE
  // No literal is longer: a segment that is must not cost a decision its length at every node.
  const limit = Math.min(path.length, start + MAX_PATTERN_LENGTH)
  let hash = literals.seed
  for (let at = start; at < limit; at++) {
    const character = path.charCodeAt(at)
    if (character === SLASH) break
    hash = hashStep(hash, character)
  }
  return findLiteralChild(literals, node, path, start, hash)
}

function endOfSegment(path: string, start: number): number {
  let at = start
  while (at < path.length && path.charCodeAt(at) !== SLASH) at++
  return at
}
