import type { Permission } from './permission.ts'

/** An empty last segment, a blank one, or one that is only an extension, such as `.json`. */
const DROPPED_SEGMENT = /^\s*(?:\.|$)/

/** A segment of blanks, which some routers remove anywhere in a path. */
const BLANK_SEGMENT = /^\s+$/

/**
 * Returns the path and the shorter paths that a lenient router may read it as: many ignore a slash at the end, some also
 * remove blanks and an extension. Behind a proxy, where the router is not known, a call needs the permission for all of
 * them. Other lenient readings need no more permissions: another letter case or an extension changes a segment, and a rule
 * that does not name the segment in this spelling matches it in every spelling.
 *
 * @example
 * readingsOf('/api/v1/orders/')      // ['/api/v1/orders/', '/api/v1/orders']
 * readingsOf('/api/v1/orders/.json') // ['/api/v1/orders/.json', '/api/v1/orders']
 * readingsOf('/api/v1/orders/7')     // ['/api/v1/orders/7']
 */
export function readingsOf(path: string): string[] {
  return [...new Set([path, withoutBlankSegments(path)].flatMap(withoutLastSegments))]
}

function withoutBlankSegments(path: string): string {
  const kept = path.split('/').filter((segment) => !BLANK_SEGMENT.test(decodeSegment(segment)))
  return kept.join('/') || '/'
}

/** Returns the path and the paths without the segments at its end that may be dropped. */
function withoutLastSegments(path: string): string[] {
  const readings = [path]
  let reading = path
  for (;;) {
    const end = reading.lastIndexOf('/')
    if (end <= 0 || !DROPPED_SEGMENT.test(decodeSegment(reading.slice(end + 1)))) return readings
    reading = reading.slice(0, end)
    readings.push(reading)
  }
}

/** Returns whether the router that reads a path is known. A path without a known route may belong to any service. */
export function isRouterKnown(route: { readonly origin: string } | undefined): boolean {
  return route !== undefined && route.origin !== 'upstream'
}

/** Canonical paths can always be decoded. Others are refused, whatever is returned. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the permission check for calls that a router behind a proxy reads: all readings of the path need a permission. */
export function requireAllReadings({ mayCall }: Pick<Permission, 'mayCall'>): Pick<Permission, 'mayCall'> {
  return {
    mayCall: (identity, path, method) =>
      readingsOf(path).every((reading) => mayCall(identity, reading, method)),
  }
}
