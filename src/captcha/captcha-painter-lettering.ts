import { type Bend, MOST_BENT } from './captcha-painter-bend.ts'
import { between } from './captcha-painter-chance.ts'
import type { Drawing } from './captcha-painter-drawing.ts'
import { GLYPH_FONT_SIZE, type Glyph, glyphOf } from './captcha-painter-glyph.ts'

const MARGIN = 14
const FONT_SIZE = 62

/** The text, edge to edge: every glyph has its own size, slant, turn and height, and touches the next. */
export function drawText(drawing: Drawing, bend: Bend, text: string): void {
  const { width, height } = drawing
  const glyphs = Array.from(text, (character) => {
    const glyph = glyphOf(character)
    const size = (between(0.9, 1.15) * FONT_SIZE) / GLYPH_FONT_SIZE
    return { glyph, size, space: glyph.width * size * between(0.97, 1.04) }
  })
  const total = glyphs.reduce((sum, { space }) => sum + space, 0)
  const squeeze = Math.min(1, (width - 2 * MARGIN) / total)
  let left = between(MARGIN, Math.max(MARGIN, width - MARGIN - total * squeeze))
  for (const { glyph, size, space } of glyphs) {
    const x = left + (space * squeeze) / 2
    const y = height / 2 + between(-5, 5)
    const turn = between(-0.2, 0.2)
    const shape = shapeOf(turn, size * squeeze, size * between(-0.22, 0.12), size * between(1, 1.15))
    drawGlyph(drawing, bend, glyph, { x, y, ...shape })
    left += space * squeeze
  }
}

/** Where the middle of a glyph is, and where its two directions lead: along the line, and down. */
interface Place {
  readonly x: number
  readonly y: number
  readonly alongX: number
  readonly alongY: number
  readonly downX: number
  readonly downY: number
}

/** As broad, slanted and high as this, and then turned. */
function shapeOf(turn: number, breadth: number, slant: number, stretch: number): Omit<Place, 'x' | 'y'> {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)]
  return {
    alongX: cos * breadth,
    alongY: sin * breadth,
    downX: cos * slant - sin * stretch,
    downY: sin * slant + cos * stretch,
  }
}

/** Looks up for each pixel that the glyph may reach which pixel of the glyph belongs there, turned and bent. */
function drawGlyph(drawing: Drawing, { up, sideways, aslant }: Bend, glyph: Glyph, place: Place): void {
  const { width, height, shades } = drawing
  const { width: side, shades: glyphShades } = glyph.drawing
  const { x, y, alongX, alongY, downX, downY } = place
  const area = alongX * downY - alongY * downX
  const [acrossX, acrossY] = [downY / area, downX / area]
  const [belowX, belowY] = [alongY / area, alongX / area]
  const reachX = Math.abs(alongX) * glyph.reach.x + Math.abs(downX) * glyph.reach.y + MOST_BENT.x
  const reachY = Math.abs(alongY) * glyph.reach.x + Math.abs(downY) * glyph.reach.y + MOST_BENT.y
  const left = Math.max(0, Math.floor(x - reachX))
  const right = Math.min(width, Math.ceil(x + reachX))
  const top = Math.max(0, Math.floor(y - reachY))
  const bottom = Math.min(height, Math.ceil(y + reachY))
  for (let row = top; row < bottom; row++) {
    const aside = (sideways[row] ?? 0) + 0.5 - x
    for (let column = left; column < right; column++) {
      const fromX = column + aside + (aslant[row + column] ?? 0)
      const fromY = row + (up[column] ?? 0) + 0.5 - y
      const glyphX = Math.floor(fromX * acrossX - fromY * acrossY + side / 2)
      const glyphY = Math.floor(fromY * belowY - fromX * belowX + side / 2)
      if (glyphX < 0 || glyphX >= side || glyphY < 0 || glyphY >= side) continue
      const shade = glyphShades[glyphY * side + glyphX] ?? 0
      const at = row * width + column
      if (shade > (shades[at] ?? 0)) shades[at] = shade
    }
  }
}
