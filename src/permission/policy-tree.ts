import { addLiteralChild, findLiteralChild, NO_NODE, offsetOf } from './literal-children.ts'
import { ANY_SEGMENT, type PathPattern } from './path-pattern.ts'
import { addGrant, withRoomFor } from './policy-grants.ts'
import {
  ANY_CHILD,
  BELOW_SHIFT,
  bitOf,
  LENGTH_SHIFT,
  NODE_LENGTH,
  ONLY_CHILD,
  ONLY_TEXT,
  type PolicyTree,
  SEVERAL_LITERALS,
  TRAITS,
} from './policy-nodes.ts'

export function addRoot(tree: PolicyTree): number {
  const node = tree.nodesLength
  tree.nodesLength += NODE_LENGTH
  tree.nodes = withRoomFor(tree.nodes, tree.nodesLength)
  return node
}

export function addRule(
  tree: PolicyTree,
  root: number,
  { segments, below, text }: PathPattern,
  method: string,
): void {
  let node = root
  for (const segment of segments) node = childFor(tree, node, segment)
  const trait = bitOf(method) << (below ? BELOW_SHIFT : 0)
  // A second rule of the same shape and method (`/a/:id`, `/a/:name`) would allow nothing more.
  if (((tree.nodes[node + TRAITS] ?? 0) & trait) !== 0) return
  addTrait(tree, node, trait)
  addGrant(tree.grants, node / NODE_LENGTH, { pattern: text, method })
}

function childFor(tree: PolicyTree, parent: number, segment: string): number {
  const isAny = segment === ANY_SEGMENT
  const known = isAny
    ? (tree.nodes[parent + ANY_CHILD] ?? NO_NODE)
    : findLiteralChild(tree.literals, parent, segment, 0)
  if (known !== NO_NODE) return known
  const child = addRoot(tree)
  if (isAny) tree.nodes[parent + ANY_CHILD] = child
  else addLiteral(tree, parent, segment, child)
  return child
}

function addLiteral({ nodes, literals }: PolicyTree, parent: number, literal: string, child: number): void {
  addLiteralChild(literals, parent, literal, child)
  nodes[child + TRAITS] = literal.length << LENGTH_SHIFT
  const traits = nodes[parent + TRAITS] ?? 0
  if (nodes[parent + ONLY_CHILD] === NO_NODE && (traits & SEVERAL_LITERALS) === 0) {
    nodes[parent + ONLY_CHILD] = child
    nodes[parent + ONLY_TEXT] = offsetOf(literals, literal)
  } else {
    nodes[parent + ONLY_CHILD] = NO_NODE
    nodes[parent + TRAITS] = traits | SEVERAL_LITERALS
  }
}

function addTrait(tree: PolicyTree, node: number, trait: number): void {
  tree.nodes[node + TRAITS] = (tree.nodes[node + TRAITS] ?? 0) | trait
}

/** Lets go of what only adding needs. */
export function seal(tree: PolicyTree): void {
  tree.literals.offsets.clear()
  tree.grants.numbers.clear()
}
