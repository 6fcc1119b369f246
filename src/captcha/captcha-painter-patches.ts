import { between } from './captcha-painter-chance.ts'
import { DARKEST, type Drawing } from './captcha-painter-drawing.ts'

/** Turns patches into their negative: there the ink is left out and the paper is inked. */
export function negatePatches(drawing: Drawing): void {
  const { width, height } = drawing
  for (let part = 0; part < 2; part++) {
    negateEllipse(drawing, {
      x: (between(part + 0.2, part + 0.8) * width) / 2,
      y: between(0, height),
      radiusX: between(35, 50),
      radiusY: between(30, 40),
      turn: between(0, Math.PI),
    })
  }
}

interface Ellipse {
  readonly x: number
  readonly y: number
  readonly radiusX: number
  readonly radiusY: number
  readonly turn: number
}

/** Line by line, between the two points where the ellipse crosses it. */
function negateEllipse(drawing: Drawing, { x, y, radiusX, radiusY, turn }: Ellipse): void {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  const [perX, perY] = [1 / radiusX ** 2, 1 / radiusY ** 2]
  const a = cos * cos * perX + sin * sin * perY
  for (let line = 0; line < drawing.height; line++) {
    const down = line + 0.5 - y
    const b = down * cos * sin * (perX - perY)
    const c = down * down * (sin * sin * perX + cos * cos * perY) - 1
    const half = Math.sqrt(b * b - a * c) / a
    // Not a number where the ellipse does not reach this line.
    if (half > 0) negateRun(drawing, line, x - b / a - half, x - b / a + half)
  }
}

/** The first and the last pixel as far as they lie within, so that the edge is as smooth as a glyph's, and all between wholly. */
function negateRun(drawing: Drawing, line: number, from: number, to: number): void {
  const { width, shades } = drawing
  const first = Math.floor(from)
  const last = Math.floor(to)
  negatePart(drawing, line, first, Math.min(first + 1, to) - from)
  if (last > first) negatePart(drawing, line, last, to - last)
  const end = line * width + Math.min(width, last)
  for (let at = line * width + Math.max(0, first + 1); at < end; at++)
    shades[at] = DARKEST - (shades[at] ?? 0)
}

function negatePart({ width, shades }: Drawing, line: number, x: number, share: number): void {
  if (x < 0 || x >= width) return
  const at = line * width + x
  const shade = shades[at] ?? 0
  shades[at] = Math.round(shade + (DARKEST - 2 * shade) * share)
}
