import { between, randomWave } from './captcha-painter-chance.ts'

/**
 * Waves along which all that is drawn is bent together, other ones for each picture: what is at a point belongs
 * `sideways` + `aslant` to the right of it, and `up` below it.
 */
export interface Bend {
  /** For each column. */
  readonly up: Float64Array
  /** For each line. */
  readonly sideways: Float64Array
  /** For the sum of both. */
  readonly aslant: Float64Array
}

/** How far the waves lead at most. */
export const MOST_BENT = { x: 2.5 + 1, y: 5 }

export function randomBend(width: number, height: number): Bend {
  return {
    up: randomWave(between(3, 5), between(80, 130), width),
    sideways: randomWave(between(1.5, 2.5), between(50, 80), height),
    aslant: randomWave(between(0.5, 1), between(35, 50), width + height),
  }
}
