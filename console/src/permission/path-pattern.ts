/**
 * The service's language of path patterns, as far as showing needs it: literal segments, `:name` for exactly one
 * that is not empty, and `/*` at the very end for anything below. What counts is what the service decides.
 */
interface Pattern {
  readonly segments: readonly string[]
  readonly below: boolean
}

const ANY = ':'

export function parse(path: string): Pattern {
  const segments = path.split('/').slice(1)
  const below = segments.at(-1) === '*'
  if (below) segments.pop()
  return { segments: segments.map((segment) => (segment.startsWith(':') ? ANY : segment)), below }
}

/** Whether every path of the second is one of the first. A path without names is a pattern, too. */
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

/** Whether some path is one of both. */
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

/** Whether a rule's method is this one or all of them. */
export function methodCovers(wide: string, narrow: string): boolean {
  return wide === '*' || wide === narrow
}
