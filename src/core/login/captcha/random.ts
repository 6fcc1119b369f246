import { randomInt } from 'node:crypto'

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number

const STEPS = 2 ** 32

/** Unpredictable, unlike `Math.random`. */
export const randomFraction: Random = () => randomInt(STEPS) / STEPS

/** Returns a number of the range. */
export function between(random: Random, from: number, to: number): number {
  return from + random() * (to - from)
}
