/**
 * The service's path pattern syntax, as far as the console needs it: literal segments, `:name` for exactly one
 * non-empty segment, and a final `/*` for everything below. A test compares it with the service's implementation.
 */
interface Pattern {
  readonly segments: readonly string[]
  readonly below: boolean
}

const ANY = ':'

const parsed = new Map<string, Pattern>()

/** Returns the segments of a pattern. The matrix compares the same patterns many times, so they are cached. */
export function parse(path: string): Pattern {
  const known = parsed.get(path)
  if (known) return known
  const pattern = parseUncached(path)
  parsed.set(path, pattern)
  return pattern
}

function parseUncached(path: string): Pattern {
  const segments = path.split('/').slice(1)
  const below = segments.at(-1) === '*'
  if (below) segments.pop()
  return { segments: segments.map((segment) => (segment.startsWith(':') ? ANY : segment)), below }
}

/** Returns whether the first pattern matches every path that the second one matches. */
export function covers(wide: string, narrow: string): boolean {
  const a = parse(wide)
  const b = parse(narrow)
  const surplus = b.segments.length - a.segments.length
  if (a.below ? surplus < 0 || (surplus === 0 && !b.below) : surplus !== 0 || b.below) return false
  return a.segments.every((segment, i) => {
    const other = b.segments[i] ?? ''
    return segment === ANY ? other !== '' : segment === other
  })
}

/** Returns whether some path matches both patterns. */
export function overlaps(one: string, other: string): boolean {
  const [a, b] = [parse(one), parse(other)].sort((x, y) => x.segments.length - y.segments.length)
  if (!a || !b) return false
  const surplus = b.segments.length - a.segments.length
  if (surplus > 0 ? !a.below : a.below !== b.below) return false
  return a.segments.every((segment, i) => {
    const counterpart = b.segments[i] ?? ''
    if (segment === ANY) return counterpart !== ''
    return counterpart === ANY ? segment !== '' : segment === counterpart
  })
}

/** Returns whether a rule's method includes the other method. */
export function methodCovers(wide: string, narrow: string): boolean {
  return wide === '*' || wide === narrow
}

/** Returns whether some method belongs to both. */
export function methodsOverlap(one: string, other: string): boolean {
  return methodCovers(one, other) || methodCovers(other, one)
}
