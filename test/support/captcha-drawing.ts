import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Bend } from '../../src/captcha/captcha-painter-bend.ts'
import { createDrawing, DARKEST, type Drawing } from '../../src/captcha/captcha-painter-drawing.ts'

export const WIDTH = 240
export const HEIGHT = 80

/** Bends nothing. */
export const STRAIGHT: Bend = {
  up: new Float64Array(WIDTH),
  sideways: new Float64Array(HEIGHT),
  aslant: new Float64Array(WIDTH + HEIGHT),
}

/** What the drawing library makes of it, in our shades: the measure of what we draw ourselves. */
export function drawnByLibrary(draw: (context: SKRSContext2D) => void): Drawing {
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d')
  draw(context)
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT)
  const drawing = createDrawing(WIDTH, HEIGHT)
  for (const at of drawing.shades.keys()) {
    drawing.shades[at] = Math.round(((data[at * 4 + 3] ?? 0) / 255) * DARKEST)
  }
  return drawing
}

/** By how much two drawings differ, as a share of all the ink of the first. */
export function difference(one: Drawing, other: Drawing): number {
  let [differing, ink] = [0, 0]
  for (const [at, shade] of one.shades.entries()) {
    differing += Math.abs(shade - (other.shades[at] ?? 0))
    ink += shade
  }
  return differing / ink
}
