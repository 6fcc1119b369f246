/** An empty last segment, a blank one, or one that is only an extension, such as `.json`. */
const DROPPED_SEGMENT = /^\s*(?:\.|$)/

/** A segment of blanks, which some routers remove anywhere in a path. */
const BLANK_SEGMENT = /^\s+$/

/** The paths that consist of the first segments of a path: of at least `shortest` segments, up to all of them. */
export interface PathPrefixes {
  readonly segments: readonly string[]
  readonly shortest: number
}

/** The paths as which routers may read a path. There may be hundreds, which share their segments. */
export type PathReadings = readonly PathPrefixes[]

/**
 * Returns the path and the shorter paths that a lenient router may read it as: many ignore a slash at the end, some also
 * remove blanks and an extension. Behind a proxy, where the router is not known, a call needs the permission for all of
 * them. Other lenient readings need no more permissions: another letter case or an extension changes a segment, and a rule
 * that does not name the segment in this spelling matches it in every spelling. A text that is not a path has no readings.
 * See docs/decisions/0046-lenient-routers.md.
 */
export function readPath(path: string): PathReadings {
  if (!path.startsWith('/')) return []
  const segments = path.split('/').slice(1)
  const decoded = segments.map(decodeSegment)
  const isNamed = (_: unknown, position: number) => !BLANK_SEGMENT.test(decoded[position] ?? '')
  const whole = prefixesOf(segments, decoded)
  const named = segments.filter(isNamed)
  if (named.length === segments.length) return [whole]
  // Without any segment, the path is `/`.
  return [whole, named.length === 0 ? prefixesOf([''], ['']) : prefixesOf(named, decoded.filter(isNamed))]
}

/** Returns the prefixes that remain when segments at the end are dropped. The first segment is never dropped. */
function prefixesOf(segments: readonly string[], decoded: readonly string[]): PathPrefixes {
  let shortest = segments.length
  while (shortest > 1 && DROPPED_SEGMENT.test(decoded[shortest - 1] ?? '')) shortest--
  return { segments, shortest }
}

/**
 * Returns the readings of a path as texts, the path itself first.
 *
 * @example
 * readingsOf('/api/v1/orders/')      // ['/api/v1/orders/', '/api/v1/orders']
 * readingsOf('/api/v1/orders/.json') // ['/api/v1/orders/.json', '/api/v1/orders']
 * readingsOf('/api/v1/orders/7')     // ['/api/v1/orders/7']
 */
export function readingsOf(path: string): string[] {
  return [...new Set(readPath(path).flatMap(textsOf))]
}

function textsOf({ segments, shortest }: PathPrefixes): string[] {
  let reading = `/${segments.join('/')}`
  const texts = [reading]
  for (let length = segments.length; length > shortest; length--) {
    reading = reading.slice(0, reading.lastIndexOf('/'))
    texts.push(reading)
  }
  return texts
}

/** Returns whether the router that reads a path is known. A path without a known route may belong to any service. */
export function isRouterKnown(route: { readonly origin: string } | undefined): boolean {
  return route !== undefined && route.origin !== 'upstream'
}

/** Canonical paths can always be decoded. Others are refused, whatever is returned. */
function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
