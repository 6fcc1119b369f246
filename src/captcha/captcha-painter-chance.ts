import { randomInt } from 'node:crypto'

const STEPS = 2 ** 32

/** A number between the two, never the upper one. From node:crypto, so that no picture tells of the next. */
export function between(from: number, to: number): number {
  return from + (randomInt(STEPS) / STEPS) * (to - from)
}

/** The number with a random sign. */
export function eitherSide(size: number): number {
  return randomInt(2) === 0 ? size : -size
}

/** The points of a sine wave that starts anywhere. */
export function randomWave(height: number, length: number, points: number): Float64Array {
  const start = between(0, 2 * Math.PI)
  const wave = new Float64Array(points)
  for (let point = 0; point < points; point++) {
    wave[point] = height * Math.sin(start + (2 * Math.PI * point) / length)
  }
  return wave
}

/** The numbers from 0 on, so many of them, in any order. */
export function shuffled(count: number): Uint8Array {
  const numbers = Uint8Array.from({ length: count }, (_, number) => number)
  for (let left = count - 1; left > 0; left--) {
    const chosen = randomInt(left + 1)
    const number = numbers[left] ?? 0
    numbers[left] = numbers[chosen] ?? 0
    numbers[chosen] = number
  }
  return numbers
}
