import { ANY_METHOD } from './method.ts'
import { ANY_SEGMENT, type PathPattern } from './path-pattern.ts'

/** A rule as stored in the trie. The role is that of the trie. */
export interface Grant {
  readonly path: string
  readonly method: string
}

/** The node of a prefix of path patterns: one level per segment. */
export interface TrieNode {
  /** A Map, because a segment may be `__proto__`. Created with the first child: most nodes have none. */
  literalChildren: Map<string, TrieNode> | undefined
  /** The child for `:name`, whatever the name is. */
  anyChild: TrieNode | undefined
  /** The rules whose pattern ends at this node, at most one per method. */
  exact: readonly Grant[]
  /** The rules whose pattern continues with `/*`, at most one per method. */
  below: readonly Grant[]
}

const NO_GRANTS: readonly Grant[] = []

export function createTrieNode(): TrieNode {
  return { literalChildren: undefined, anyChild: undefined, exact: NO_GRANTS, below: NO_GRANTS }
}

export function addToTrie(root: TrieNode, { text, segments, below }: PathPattern, method: string): void {
  let node = root
  for (const segment of segments) node = getOrCreateChild(node, segment)
  const key = below ? 'below' : 'exact'
  // A second rule with an equivalent pattern (`/a/:id`, `/a/:name`) and the same method allows nothing more.
  if (node[key].some((grant) => grant.method === method)) return
  // A new array, because `push` would reserve memory for 17 grants and most nodes have one.
  node[key] = [...node[key], { path: text, method }]
}

function getOrCreateChild(node: TrieNode, segment: string): TrieNode {
  if (segment === ANY_SEGMENT) {
    node.anyChild ??= createTrieNode()
    return node.anyChild
  }
  node.literalChildren ??= new Map()
  let child = node.literalChildren.get(segment)
  if (child === undefined) {
    child = createTrieNode()
    node.literalChildren.set(segment, child)
  }
  return child
}

/** Returns the grant for the method itself or for every method. */
export function findGrantForMethod(grants: readonly Grant[], method: string): Grant | undefined {
  for (const grant of grants) if (grant.method === method || grant.method === ANY_METHOD) return grant
  return undefined
}
