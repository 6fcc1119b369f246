import { ANY_METHOD } from './method.ts'
import { ANY_SEGMENT, type PathPattern, parsePathPattern } from './path-pattern.ts'
import { findRuleProblem, type PolicyRule } from './policy-rule.ts'

type Grant = Omit<PolicyRule, 'roleKey'>

/** Whether whatever a rule allows is allowed already. */
export interface Coverage {
  covers(rule: Grant): boolean
}

interface Node {
  readonly children: Map<string, Node>
  /** The methods of the patterns that end here, and of those that end here with `/*`. */
  readonly here: Set<string>
  readonly below: Set<string>
}

/** Far more than a policy needs that people wrote. A search that takes longer is given up: not covered, to be safe. */
const MOST_STEPS = 1000

/**
 * What a set of rules allows, made for being compared with other rules. A rule is covered where one of the set allows all
 * that it allows: several that do so only together do not count, which errs on the safe side.
 *
 * @example
 * createRuleCoverage([{ path: '/api/v1/post/*', method: '*' }]).covers({ path: '/api/v1/post/:id', method: 'GET' }) // true
 */
export function createRuleCoverage(rules: Iterable<Grant>): Coverage {
  const root = createNode()
  // What is not of our language allows nothing here, and to a newer version it may mean something: it neither covers nor is
  // covered.
  for (const rule of rules) if (isOfLanguage(rule)) add(root, rule)
  return {
    covers: (rule) => isOfLanguage(rule) && isCovered(root, parsePathPattern(rule.path), rule.method),
  }
}

function isOfLanguage(rule: Grant): boolean {
  return findRuleProblem({ roleKey: '', ...rule }) === undefined
}

function createNode(): Node {
  return { children: new Map(), here: new Set(), below: new Set() }
}

function add(root: Node, { path, method }: Grant): void {
  const { segments, below } = parsePathPattern(path)
  let node = root
  for (const segment of segments) {
    const child = node.children.get(segment) ?? createNode()
    node.children.set(segment, child)
    node = child
  }
  ;(below ? node.below : node.here).add(method)
}

/** Where both a literal and a name could take a segment, both are tried, which a hostile policy makes ever so many. */
function isCovered(root: Node, { segments, below }: PathPattern, method: string): boolean {
  let steps = 0
  const coveredFrom = (node: Node, depth: number): boolean => {
    if (++steps > MOST_STEPS) return false
    const isEnd = depth === segments.length
    // Anything below this node: all of a pattern that goes on from here, or ends here with `/*` itself.
    if ((!isEnd || below) && allows(node.below, method)) return true
    if (isEnd) return !below && allows(node.here, method)
    const segment = segments[depth] ?? ''
    const literal = segment === ANY_SEGMENT ? undefined : node.children.get(segment)
    if (literal && coveredFrom(literal, depth + 1)) return true
    // A name takes every segment but the empty one.
    const any = segment === '' ? undefined : node.children.get(ANY_SEGMENT)
    return any !== undefined && coveredFrom(any, depth + 1)
  }
  return coveredFrom(root, 0)
}

/** Every method is only covered by every method: the rule may be asked about one that we do not know. */
function allows(methods: ReadonlySet<string>, method: string): boolean {
  return methods.has(ANY_METHOD) || methods.has(method)
}
