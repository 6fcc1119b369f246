const MINUTE_IN_SECONDS = 60
const HOUR_IN_SECONDS = 60 * MINUTE_IN_SECONDS
const DAY_IN_SECONDS = 24 * HOUR_IN_SECONDS

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 365 * DAY_IN_SECONDS],
  ['month', 30 * DAY_IN_SECONDS],
  ['day', DAY_IN_SECONDS],
  ['hour', HOUR_IN_SECONDS],
  ['minute', MINUTE_IN_SECONDS],
]

/** Returns a time relative to another, such as "5 minutes ago", "in 2 hours", "yesterday" or "now". */
export function relativeTime(time: number, now: number, tag: string): string {
  const seconds = (time - now) / 1000
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const [unit, length] = UNITS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', 1]
  // Seconds that have passed are outdated as soon as they are read.
  if (unit === 'second') return format.format(Math.max(0, Math.ceil(seconds)), 'second')
  return format.format(Math.trunc(seconds / length), unit)
}
