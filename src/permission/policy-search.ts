import { findLiteralChild, isText, NO_NODE, textAt } from './literal-children.ts'
import { ANY_METHOD } from './method.ts'
import { type Grant, grantsOf } from './policy-grants.ts'
import {
  ANY_CHILD,
  ANY_GRANT,
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

/**
 * Where the search for a role begins: at the node behind the literals that all of its patterns have in common. For the figures
 * `decision-*`: to compare them in one piece takes half the time that it takes character by character.
 */
export interface Entrance {
  readonly prefix: string
  readonly node: number
}

export function entranceOf({ nodes, literals }: PolicyTree, root: number): Entrance {
  let prefix = ''
  let node = root
  for (;;) {
    const child = nodes[node + ONLY_CHILD] ?? NO_NODE
    const isWayThrough =
      nodes[node + ANY_CHILD] === NO_NODE && ((nodes[node + TRAITS] ?? 0) & ANY_GRANT) === 0
    if (child === NO_NODE || !isWayThrough) return { prefix, node }
    prefix += `/${textAt(literals, nodes[node + ONLY_TEXT] ?? 0, lengthOf(nodes, child))}`
    node = child
  }
}

export function treeAllows(tree: PolicyTree, entrance: Entrance, path: string, method: string): boolean {
  return find(tree, entrance, path, method) !== NO_NODE
}

/** The rules that end at the node that allows it: one of them does, others are for other methods or paths. */
export function grantsFor(tree: PolicyTree, entrance: Entrance, path: string, method: string): Grant[] {
  return grantsOf(tree.grants, find(tree, entrance, path, method) / NODE_LENGTH, path)
}

function find(tree: PolicyTree, { prefix, node }: Entrance, path: string, method: string): number {
  // Cut out, for the figures `decision-*`: `startsWith` takes twice as long.
  if (path.charCodeAt(0) !== SLASH || path.slice(0, prefix.length) !== prefix) return NO_NODE
  if (path.length > prefix.length && path.charCodeAt(prefix.length) !== SLASH) return NO_NODE
  return nodeThatAllows(tree, node, path, prefix.length, bitOf(method) | ANY_METHOD_BIT)
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
  const slash = path.indexOf('/', start)
  return slash === -1 ? path.length : slash
}
