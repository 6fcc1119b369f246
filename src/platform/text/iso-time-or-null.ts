/** Returns a stored time as the API returns it; null for 0, which is stored if there is none. */
export function isoTimeOrNull(milliseconds: number): string | null {
  return milliseconds === 0 ? null : new Date(milliseconds).toISOString()
}
