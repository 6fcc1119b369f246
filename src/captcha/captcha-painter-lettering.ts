import { createRequire } from 'node:module'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { between, eitherSide } from './captcha-painter-chance.ts'

const MARGIN = 14
const FONT_SIZE = 62

/** The face of every captcha, from a package: a server may have no fonts. */
export const CAPTCHA_FONT = 'castellan-captcha'

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2',
)
if (!GlobalFonts.registerFromPath(fontFile, CAPTCHA_FONT)) throw new Error(`cannot load the font ${fontFile}`)

/** The text, edge to edge: every glyph has its own size, slant, turn and height, and touches the next. */
export function drawText(context: SKRSContext2D, text: string): void {
  const { width, height } = context.canvas
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const glyphs = Array.from(text, (character) => {
    const font = `${between(0.9, 1.15) * FONT_SIZE}px ${CAPTCHA_FONT}`
    context.font = font
    return { character, font, space: context.measureText(character).width * between(0.97, 1.04) }
  })
  const total = glyphs.reduce((sum, { space }) => sum + space, 0)
  const squeeze = Math.min(1, (width - 2 * MARGIN) / total)
  let left = between(MARGIN, Math.max(MARGIN, width - MARGIN - total * squeeze))
  for (const { character, font, space } of glyphs) {
    context.save()
    context.translate(left + (space * squeeze) / 2, height / 2 + between(-5, 5))
    context.rotate(between(-0.2, 0.2))
    context.transform(squeeze, 0, between(-0.22, 0.12), between(1, 1.15), 0, 0)
    context.font = font
    context.fillText(character, 0, 0)
    context.restore()
    left += space * squeeze
  }
}

/** Curves through the glyphs, as inked as they are. */
export function drawStrokes(context: SKRSContext2D): void {
  for (let count = 0; count < 2; count++) drawStroke(context, between(1.6, 2.4))
}

function drawStroke(context: SKRSContext2D, thickness: number): void {
  const { width, height } = context.canvas
  const bend = eitherSide(between(15, 35))
  context.lineWidth = thickness
  context.beginPath()
  context.moveTo(0, between(0.2, 0.8) * height)
  context.bezierCurveTo(
    width / 3,
    height / 2 + bend,
    (width * 2) / 3,
    height / 2 - bend,
    width,
    between(0.2, 0.8) * height,
  )
  context.stroke()
}
