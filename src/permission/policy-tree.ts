import { createLiteralChildren, hashStep, NO_NODE } from './literal-children.ts'
import { ANY_METHOD, METHODS } from './method.ts'
import { MAX_PATTERN_SEGMENTS } from './path-language.ts'
import { ANY_SEGMENT, type PathPattern } from './path-pattern.ts'

/** The rules of every role: a root for each role, and below it a level for each segment of its patterns. */
export interface PolicyTree {
  addRoot(): number
  add(root: number, pattern: PathPattern, method: string): void
  allows(root: number, path: string, method: string): boolean
  /** The rules that end at the node that allows it: one of them does, others are for other methods or paths. */
  grantsFor(root: number, path: string, method: string): Grant[]
  /** Lets go of what only `add` needs. */
  seal(): void
}

interface Grant {
  readonly pattern: string
  readonly method: string
  readonly next: Grant | undefined
}

// A node is the place of its two numbers: its child by `:name`, and its traits.
const ANY_CHILD = 0
const TRAITS = 1

// Traits: a bit for each method of the patterns that end here, the same for those that end here with `/*`, and
// whether there are children by literals.
const methodBits = new Map([ANY_METHOD, ...METHODS].map((method, i) => [method, 1 << i]))
const BELOW_SHIFT = 8
const HAS_LITERALS = 1 << 16

/** A method that no rule can name has no bit, and is allowed by `*` alone. */
function bitOf(method: string): number {
  return methodBits.get(method) ?? 0
}

const ANY_METHOD_BIT = bitOf(ANY_METHOD)
const SLASH = 0x2f

// The segments of the path that is being decided. Deciding awaits nothing, so all decisions can share them.
const starts = new Int32Array(MAX_PATTERN_SEGMENTS + 1)
const ends = new Int32Array(MAX_PATTERN_SEGMENTS + 1)
const hashes = new Int32Array(MAX_PATTERN_SEGMENTS + 1)

export function createPolicyTree(): PolicyTree {
  const nodes: number[] = [NO_NODE, 0]
  const literalChildren = createLiteralChildren()
  // Apart from the nodes: deciding never looks at them.
  const grants = new Map<number, Grant>()

  function addNode(): number {
    return nodes.push(NO_NODE, 0) - 2
  }

  function addTrait(node: number, trait: number): void {
    nodes[node + TRAITS] = (nodes[node + TRAITS] ?? 0) | trait
  }

  function childFor(parent: number, segment: string): number {
    const isAny = segment === ANY_SEGMENT
    const known = isAny ? (nodes[parent + ANY_CHILD] ?? NO_NODE) : literalChildren.get(parent, segment)
    if (known !== NO_NODE) return known
    const child = addNode()
    if (isAny) {
      nodes[parent + ANY_CHILD] = child
    } else {
      literalChildren.add(parent, segment, child)
      addTrait(parent, HAS_LITERALS)
    }
    return child
  }

  /** Answers how many segments the path has, or one more than any pattern has. */
  function readSegments(path: string): number {
    let count = 0
    let at = 0
    while (at < path.length && count <= MAX_PATTERN_SEGMENTS) {
      let hash = literalChildren.seed
      starts[count] = ++at
      for (; at < path.length; at++) {
        const character = path.charCodeAt(at)
        if (character === SLASH) break
        hash = hashStep(hash, character)
      }
      ends[count] = at
      hashes[count] = hash
      count++
    }
    return count
  }

  /**
   * Where both a literal and a name could take a segment, both are tried. A node stands for one beginning of a
   * pattern and is visited at most once in a decision, so even a hostile policy costs no more than its own size.
   */
  function nodeThatAllows(node: number, path: string, depth: number, count: number, methods: number): number {
    const traits = nodes[node + TRAITS] ?? 0
    if (depth === count) return (traits & methods) === 0 ? NO_NODE : node
    if (((traits >> BELOW_SHIFT) & methods) !== 0) return node

    const start = starts[depth] ?? 0
    const end = ends[depth] ?? 0
    if ((traits & HAS_LITERALS) !== 0) {
      const child = literalChildren.find(node, path, start, end, hashes[depth] ?? 0)
      const found = child === NO_NODE ? NO_NODE : nodeThatAllows(child, path, depth + 1, count, methods)
      if (found !== NO_NODE) return found
    }
    const anyChild = nodes[node + ANY_CHILD] ?? NO_NODE
    if (anyChild === NO_NODE || start === end) return NO_NODE
    return nodeThatAllows(anyChild, path, depth + 1, count, methods)
  }

  function find(root: number, path: string, method: string): number {
    if (!path.startsWith('/')) return NO_NODE
    return nodeThatAllows(root, path, 0, readSegments(path), bitOf(method) | ANY_METHOD_BIT)
  }

  return {
    addRoot: addNode,

    add(root, { segments, below, text }, method) {
      let node = root
      for (const segment of segments) node = childFor(node, segment)
      const trait = bitOf(method) << (below ? BELOW_SHIFT : 0)
      // A second rule of the same shape and method (`/a/:id`, `/a/:name`) would allow nothing more.
      if (((nodes[node + TRAITS] ?? 0) & trait) !== 0) return
      addTrait(node, trait)
      grants.set(node, { pattern: text, method, next: grants.get(node) })
    },

    allows: (root, path, method) => find(root, path, method) !== NO_NODE,

    grantsFor(root, path, method) {
      const found: Grant[] = []
      let grant = grants.get(find(root, path, method))
      for (; grant !== undefined; grant = grant.next) found.push(grant)
      return found
    },

    seal: literalChildren.seal,
  }
}
