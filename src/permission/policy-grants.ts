import { ANY_METHOD, METHODS } from './method.ts'

/**
 * The rules as they were written, by the node that they end at. Deciding never looks at them. Numbers, and of a pattern only
 * its shape, for the figure `snapshot-requests`: what the garbage collector has to move or to clear away keeps requests waiting.
 */
export interface Grants {
  /** By the number of a node: the place of the grant that was added last, or `NO_GRANT`. */
  last: Int32Array
  /** Three numbers a grant: its shape, its method, and the place of the one before it. */
  entries: Int32Array
  entriesLength: number
  /** Patterns without their literals: `///:id` of `/api/v1/:id`. There are few. */
  readonly shapes: string[]
  /** Of the shapes; needed only while grants are added. */
  readonly numbers: Map<string, number>
}

export interface Grant {
  readonly pattern: string
  readonly method: string
}

const NO_GRANT = 0
const SHAPE = 0
const METHOD = 1
const BEFORE = 2
const ENTRY_LENGTH = 3

const LITERAL = /(?<=\/)[^:*/][^/]*/g
const methods = [ANY_METHOD, ...METHODS]

/** With room for so many; more find room later. */
export function createGrants(expected: number): Grants {
  return {
    last: new Int32Array(expected + 1),
    entries: new Int32Array((expected + 1) * ENTRY_LENGTH),
    // No grant is at the place that means "no grant".
    entriesLength: ENTRY_LENGTH,
    shapes: [],
    numbers: new Map(),
  }
}

export function addGrant(grants: Grants, node: number, { pattern, method }: Grant): void {
  const entry = grants.entriesLength
  grants.entriesLength += ENTRY_LENGTH
  grants.entries = withRoomFor(grants.entries, grants.entriesLength)
  grants.last = withRoomFor(grants.last, node + 1)
  grants.entries[entry + SHAPE] = numberOf(grants, pattern.replace(LITERAL, ''))
  grants.entries[entry + METHOD] = methods.indexOf(method)
  grants.entries[entry + BEFORE] = grants.last[node] ?? NO_GRANT
  grants.last[node] = entry
}

function numberOf({ shapes, numbers }: Grants, shape: string): number {
  const known = numbers.get(shape)
  if (known !== undefined) return known
  numbers.set(shape, shapes.length)
  return shapes.push(shape) - 1
}

/** The grants of a node that the path has led to, the one that was added last first. */
export function grantsOf({ last, entries, shapes }: Grants, node: number, path: string): Grant[] {
  const found: Grant[] = []
  for (let entry = last[node] ?? NO_GRANT; entry !== NO_GRANT; entry = entries[entry + BEFORE] ?? NO_GRANT) {
    found.push({
      pattern: patternAlong(path, shapes[entries[entry + SHAPE] ?? 0] ?? ''),
      method: methods[entries[entry + METHOD] ?? 0] ?? ANY_METHOD,
    })
  }
  return found
}

/** Its literals are those of the path, or it would not have led there. */
function patternAlong(path: string, shape: string): string {
  const segments = path.split('/')
  return shape
    .split('/')
    .map((part, index) => part || (segments[index] ?? ''))
    .join('/')
}

/** The numbers, in an array that is long enough. */
export function withRoomFor(numbers: Int32Array, length: number): Int32Array {
  if (length <= numbers.length) return numbers
  const longer = new Int32Array(length * 2)
  longer.set(numbers)
  return longer
}
