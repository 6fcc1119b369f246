import { HOUR_IN_MS } from '../../platform/runtime/time-units.ts'

/** A time range of whole hours, in milliseconds since 1970. */
export interface WholeHours {
  /** The beginning of the first hour. */
  readonly from: number
  /** The last millisecond of the last hour, because filters by time include their end. */
  readonly to: number
}

/** Returns so many hours, of which the last one is the current hour. */
export function hoursUpTo(now: number, count: number): WholeHours {
  const end = startOfHour(now) + HOUR_IN_MS
  return { from: end - count * HOUR_IN_MS, to: end - 1 }
}

export function startOfHour(time: number): number {
  return time - (time % HOUR_IN_MS)
}

/** Returns the beginning of every hour. */
export function hoursIn({ from, to }: WholeHours): number[] {
  const count = Math.ceil((to - from) / HOUR_IN_MS)
  return Array.from({ length: count }, (_, index) => from + index * HOUR_IN_MS)
}
