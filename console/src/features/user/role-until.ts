/** Returns a time in the form of an input field: in the local zone, to the minute. Empty for no time. */
export function localMinute(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the time in an input field in UTC, or null for none. A time that was not edited keeps its seconds. */
export function utcOf(input: string | undefined, before: string | null = null): string | null {
  if (!input) return null
  return input === localMinute(before) ? before : new Date(input).toISOString()
}
