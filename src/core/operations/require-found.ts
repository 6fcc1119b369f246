import { notFound, type Thing } from '../../platform/refusal/refusal.ts'

/** Returns what was found. Throws `not-found` if nothing was. */
export function requireFound<Found>(
  found: Found | undefined,
  thing: Thing,
  value: number | string,
  property?: 'username' | 'key',
): Found {
  if (found === undefined) throw notFound(thing, value, property)
  return found
}
