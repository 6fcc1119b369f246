import type { SKRSContext2D } from '@napi-rs/canvas'
import { between, randomWave } from './captcha-painter-chance.ts'

// So few shades are smooth enough, and save two fifths of the PNG.
const SHADE_STEP = 255 / 5

/** Bends the ink (the alpha channel) along waves in both directions, other ones for each picture. */
export function warp(context: SKRSContext2D): void {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  const bent = context.createImageData(width, height)
  const bentData = bent.data
  const up = randomWave(between(3, 5), between(80, 130), width)
  const sideways = randomWave(between(1.5, 2.5), between(50, 80), height)
  const aslant = randomWave(between(0.5, 1), between(35, 50), width + height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = x + (sideways[y] ?? 0) + (aslant[x + y] ?? 0)
      const ink = inkAt(data, width, height, fromX, y + (up[x] ?? 0))
      bentData[(y * width + x) * 4 + 3] = Math.round(ink / SHADE_STEP) * SHADE_STEP
    }
  }
  context.putImageData(bent, 0, 0)
}

/** The ink between four pixels, so that bent edges stay smooth. */
function inkAt(data: Uint8ClampedArray, width: number, height: number, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || left >= width - 1 || top < 0 || top >= height - 1) return 0
  const corner = (top * width + left) * 4 + 3
  const below = corner + width * 4
  const upperLeft = data[corner] ?? 0
  const upperRight = data[corner + 4] ?? 0
  const lowerLeft = data[below] ?? 0
  const lowerRight = data[below + 4] ?? 0
  // Most of a picture is all paper or all ink.
  if (upperLeft === upperRight && upperLeft === lowerLeft && upperLeft === lowerRight) return upperLeft
  const right = x - left
  const bottom = y - top
  const upper = upperLeft + (upperRight - upperLeft) * right
  const lower = lowerLeft + (lowerRight - lowerLeft) * right
  return upper + (lower - upper) * bottom
}
