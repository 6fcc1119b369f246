import { findLiteralChild, isText, NO_NODE } from './literal-children.ts'
import { ANY_METHOD } from './method.ts'
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
  const { texts } = literals
  let node = root
  let at = from
  for (;;) {
    const traits = nodes[node + TRAITS] ?? 0
    if (at === path.length) return (traits & methods) === 0 ? NO_NODE : node
    if (((traits >> BELOW_SHIFT) & methods) !== 0) return node

    const start = at + 1
    let child = nodes[node + ONLY_CHILD] ?? NO_NODE
    if (child !== NO_NODE) {
      if (!isText(texts, nodes[node + ONLY_TEXT] ?? 0, path, start)) child = NO_NODE
    } else if ((traits & SEVERAL_LITERALS) !== 0) {
      child = findLiteralChild(literals, node, path, start)
    }
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

function endOfSegment(path: string, start: number): number {
  let at = start
  while (at < path.length && path.charCodeAt(at) !== SLASH) at++
  return at
}
