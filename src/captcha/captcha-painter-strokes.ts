import type { Bend } from './captcha-painter-bend.ts'
import { between, eitherSide } from './captcha-painter-chance.ts'
import { DARKEST, type Drawing } from './captcha-painter-drawing.ts'

/** Curves through the glyphs, as dark and as bent as they are. */
export function drawStrokes(drawing: Drawing, bend: Bend): void {
  for (let count = 0; count < 2; count++) drawStroke(drawing, bend, between(1.6, 2.4))
}

/** From edge to edge, first to one side of the middle and then to the other. */
function drawStroke(drawing: Drawing, bend: Bend, thickness: number): void {
  const { width, height } = drawing
  const aside = eitherSide(between(15, 35))
  const [begin, end] = [between(0.2, 0.8) * height, between(0.2, 0.8) * height]
  const curve = (x: number) => cubic(x / width, begin, height / 2 + aside, height / 2 - aside, end)
  for (let x = 0, here = bentHeight(curve, bend, 0); x < width; x++) {
    const next = bentHeight(curve, bend, x + 1)
    // The steeper the curve, the more of a column it takes to be as thick.
    const reach = (thickness / 2) * Math.sqrt(1 + (next - here) ** 2)
    fillColumn(drawing, x, (here + next) / 2 - reach, (here + next) / 2 + reach)
    here = next
  }
}

/** How high a curve is at a column after it was bent. */
function bentHeight(curve: (x: number) => number, { up, sideways, aslant }: Bend, x: number): number {
  const raised = up[Math.min(x, up.length - 1)] ?? 0
  const line = Math.max(0, Math.min(sideways.length - 1, Math.round(curve(x) - raised)))
  return curve(x + (sideways[line] ?? 0) + (aslant[x + line] ?? 0)) - raised
}

/** A point of the cubic curve with these four heights. */
function cubic(t: number, first: number, second: number, third: number, fourth: number): number {
  const u = 1 - t
  return u * u * u * first + 3 * u * u * t * second + 3 * u * t * t * third + t * t * t * fourth
}

function fillColumn({ width, height, shades }: Drawing, x: number, top: number, bottom: number): void {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
    const share = Math.min(y + 1, bottom) - Math.max(y, top)
    const at = y * width + x
    shades[at] = Math.max(shades[at] ?? 0, Math.round(DARKEST * share))
  }
}
