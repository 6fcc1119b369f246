const HOUR_IN_MILLISECONDS = 60 * 60 * 1000

/** A time range of whole hours, in milliseconds since 1970. */
export interface WholeHours {
  /** The beginning of the first hour. */
  readonly from: number
  /** The last millisecond of the last hour, because filters by time include their end. */
  readonly to: number
}

/** Returns so many hours, of which the last one is the current hour. */
export function hoursUpTo(now: number, count: number): WholeHours {
  const end = startOfHour(now) + HOUR_IN_MILLISECONDS
  return { from: end - count * HOUR_IN_MILLISECONDS, to: end - 1 }
}

export function startOfHour(time: number): number {
  return time - (time % HOUR_IN_MILLISECONDS)
}

/** Returns the beginning of every hour. */
export function hoursIn({ from, to }: WholeHours): number[] {
  const count = Math.ceil((to - from) / HOUR_IN_MILLISECONDS)
  return Array.from({ length: count }, (_, index) => from + index * HOUR_IN_MILLISECONDS)
}
