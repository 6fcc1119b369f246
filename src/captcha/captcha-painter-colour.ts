import type { SKRSContext2D } from '@napi-rs/canvas'
import { between } from './captcha-painter-chance.ts'

/** Turns patches of the drawing into their negative: there the ink is left out and the paper is inked. */
export function negatePatches(context: SKRSContext2D): void {
  const { width, height } = context.canvas
  context.globalCompositeOperation = 'xor'
  for (let part = 0; part < 2; part++) {
    context.beginPath()
    context.ellipse(
      (between(part + 0.2, part + 0.8) * width) / 2,
      between(0, height),
      between(35, 50),
      between(30, 40),
      between(0, Math.PI),
      0,
      2 * Math.PI,
    )
    context.fill()
  }
}

/** Colours what is drawn already: the ink, dark and uneven. */
export function tintInk(context: SKRSContext2D, hue: number): void {
  context.globalCompositeOperation = 'source-atop'
  wash(context, hue, 30)
}

/** Fills an empty canvas with light, uneven colour. */
export function fillPaper(context: SKRSContext2D, hue: number): void {
  wash(context, hue, 84)
}

/** Broad strips instead of a gradient: a PNG holds them in half the bytes. */
function wash(context: SKRSContext2D, hue: number, lightness: number): void {
  const { width, height } = context.canvas
  const breadth = between(35, 60)
  const slant = between(-0.8, 0.8)
  context.setTransform(1, 0, slant, 1, (-slant * height) / 2, 0)
  for (let left = -height; left < width + height; left += breadth) {
    context.fillStyle = `hsl(${hue + between(-25, 25)} 60% ${lightness + between(-3, 3)}%)`
    context.fillRect(left, 0, 2 * width, height)
  }
  context.resetTransform()
}
