import { createLiteralChildren, type LiteralChildren } from './literal-children.ts'
import { ANY_METHOD, METHODS } from './method.ts'
import { createGrants, type Grants } from './policy-grants.ts'

/** The rules of every role: a root for each role, and below it a level for each segment of its patterns. */
export interface PolicyTree {
  /** Four numbers a node, which is the place of the first. */
  nodes: Int32Array
  nodesLength: number
  readonly literals: LiteralChildren
  readonly grants: Grants
}

// A node: its child by `:name`, its traits, and its child by a literal with the place of that literal's text, as long
// as there is one such child alone. Most nodes have no more, and a segment is then compared without a hash.
export const ANY_CHILD = 0
export const TRAITS = 1
export const ONLY_CHILD = 2
export const ONLY_TEXT = 3
export const NODE_LENGTH = 4

// Traits: a bit for each method of the patterns that end here, the same for those that end here with `/*`, and
// whether there are several children by literals. The rest is the length of the literal that leads here.
const methods = [ANY_METHOD, ...METHODS]
export const BELOW_SHIFT = 8
/** All of these bits. */
export const ANY_GRANT = 0xffff
export const SEVERAL_LITERALS = 1 << 16
export const LENGTH_SHIFT = 17

export function lengthOf(nodes: Int32Array, node: number): number {
  return (nodes[node + TRAITS] ?? 0) >>> LENGTH_SHIFT
}

/** A method that no rule can name has no bit, and is allowed by `*` alone. */
export function bitOf(method: string): number {
  for (let place = 0; place < methods.length; place++) if (methods[place] === method) return 1 << place
  return 0
}

/** How many of what a tree holds. */
export interface TreeSize {
  readonly rules: number
  readonly literals: number
}

/**
 * With room for so much, for the figure `snapshot-requests`: to make room later takes a while in which nobody else gets a
 * turn, and so does clearing away what had become too small.
 */
export function createPolicyTree({ rules, literals }: TreeSize): PolicyTree {
  return {
    nodes: new Int32Array((64 + rules) * NODE_LENGTH),
    // No node is at the place that means "no node".
    nodesLength: NODE_LENGTH,
    literals: createLiteralChildren(literals),
    grants: createGrants(rules),
  }
}
