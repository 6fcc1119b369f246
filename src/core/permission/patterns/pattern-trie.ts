import { ANY_METHOD } from '../../../platform/http/call/method.ts'
import { ANY_SEGMENT, type PathPattern } from './path-pattern.ts'

/** A rule as stored in the trie. The role is that of the trie. */
export interface Grant {
  readonly path: string
  readonly method: string
}

/** Identifies the change that creates nodes. */
export type TrieOwner = object

/** The node of a prefix of path patterns: one level per segment. */
export interface TrieNode {
  /** Only the change that created a node modifies it: several policies share the nodes that do not differ. */
  readonly owner: TrieOwner
  /** A Map, because a segment may be `__proto__`. Created with the first child: most nodes have none. */
  literalChildren: Map<string, TrieNode> | undefined
  /** The child for `:name`, whatever the name is. */
  anyChild: TrieNode | undefined
  /** The rules whose pattern ends at this node, in their order. Equivalent patterns (`/a/:id`, `/a/:name`) share a node. */
  exact: Grant[]
  /** The rules whose pattern continues with `/*`, in their order. */
  below: Grant[]
}

/** Shared by all nodes without rules, and never modified. */
const NO_GRANTS: Grant[] = []
/** `push` reserves memory for 17 grants, and most nodes have one. */
const MAX_GRANTS_COPIED = 8

export function createTrieNode(owner: TrieOwner = {}): TrieNode {
  return { owner, literalChildren: undefined, anyChild: undefined, exact: NO_GRANTS, below: NO_GRANTS }
}

/** Returns the trie with one more rule. Nodes of other owners are copied before they are modified. */
export function addToTrie(root: TrieNode, pattern: PathPattern, method: string, owner: TrieOwner): TrieNode {
  const changed = ownedBy(owner, root)
  addGrant(getOrCreateNode(changed, pattern), pattern, method)
  return changed
}

/**
 * Adds a rule to a trie that nothing shares, unless it has one with an equivalent pattern (`/a/:id`, `/a/:name`) and the same
 * method, which allows the same.
 */
export function addToTrieOnce(root: TrieNode, pattern: PathPattern, method: string): void {
  const node = getOrCreateNode(root, pattern)
  if (!grantsOf(node, pattern).some((grant) => grant.method === method)) addGrant(node, pattern, method)
}

/**
 * Returns the trie without the rule, or undefined if no rule is left. Throws if the trie does not have the rule. Nodes of
 * other owners are copied before they are modified.
 */
export function removeFromTrie(
  root: TrieNode,
  pattern: PathPattern,
  method: string,
  owner: TrieOwner,
): TrieNode | undefined {
  const { text, segments } = pattern
  function removeFrom(original: TrieNode, depth: number): TrieNode | undefined {
    const node = ownedBy(owner, original)
    const segment = segments[depth]
    if (segment === undefined) {
      const grants = grantsOf(node, pattern)
      const position = grants.findIndex((grant) => grant.path === text && grant.method === method)
      if (position === -1) throw new Error(`there is no rule ${method} ${text}`)
      grants.splice(position, 1)
    } else {
      const child = childOf(node, segment)
      if (child === undefined) throw new Error(`there is no rule ${method} ${text}`)
      setChild(node, segment, removeFrom(child, depth + 1))
    }
    return isEmpty(node) ? undefined : node
  }
  return removeFrom(root, 0)
}

function addGrant(node: TrieNode, pattern: PathPattern, method: string): void {
  const grants = grantsOf(node, pattern)
  const grant = { path: pattern.text, method }
  if (grants.length >= MAX_GRANTS_COPIED) grants.push(grant)
  else node[pattern.below ? 'below' : 'exact'] = [...grants, grant]
}

function grantsOf(node: TrieNode, { below }: PathPattern): Grant[] {
  return below ? node.below : node.exact
}

function getOrCreateNode(root: TrieNode, { segments }: PathPattern): TrieNode {
  let node = root
  for (const segment of segments) node = getOrCreateChild(node, segment)
  return node
}

function ownedBy(owner: TrieOwner, node: TrieNode): TrieNode {
  if (node.owner === owner) return node
  const { literalChildren, anyChild, exact, below } = node
  return {
    owner,
    literalChildren: literalChildren && new Map(literalChildren),
    anyChild,
    exact: [...exact],
    below: [...below],
  }
}

/** Returns the child as a node of the same owner. */
function getOrCreateChild(node: TrieNode, segment: string): TrieNode {
  const known = childOf(node, segment)
  if (known?.owner === node.owner) return known
  const child = known ? ownedBy(node.owner, known) : createTrieNode(node.owner)
  setChild(node, segment, child)
  return child
}

function childOf(node: TrieNode, segment: string): TrieNode | undefined {
  return segment === ANY_SEGMENT ? node.anyChild : node.literalChildren?.get(segment)
}

function setChild(node: TrieNode, segment: string, child: TrieNode | undefined): void {
  if (segment === ANY_SEGMENT) {
    node.anyChild = child
    return
  }
  node.literalChildren ??= new Map()
  if (child) node.literalChildren.set(segment, child)
  else node.literalChildren.delete(segment)
  if (node.literalChildren.size === 0) node.literalChildren = undefined
}

function isEmpty({ literalChildren, anyChild, exact, below }: TrieNode): boolean {
  return literalChildren === undefined && anyChild === undefined && exact.length + below.length === 0
}

/** Yields all rules of a trie. */
export function* grantsOfTrie(node: TrieNode): Generator<Grant> {
  yield* node.exact
  yield* node.below
  for (const child of node.literalChildren?.values() ?? []) yield* grantsOfTrie(child)
  if (node.anyChild) yield* grantsOfTrie(node.anyChild)
}

/** Returns the grant for the method itself or for every method. */
export function findGrantForMethod(grants: readonly Grant[], method: string): Grant | undefined {
  for (const grant of grants) if (grant.method === method || grant.method === ANY_METHOD) return grant
  return undefined
}
