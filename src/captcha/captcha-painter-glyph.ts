import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { createDrawing, DARKEST, type Drawing } from './captcha-painter-drawing.ts'

/** The face of every captcha, from a package: a server may have no fonts. */
export const CAPTCHA_FONT = 'castellan-captcha'

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2',
)
if (!GlobalFonts.registerFromPath(fontFile, CAPTCHA_FONT)) throw new Error(`cannot load the font ${fontFile}`)

/** A character, upright in the middle of a drawing. */
export interface Glyph {
  readonly drawing: Drawing
  /** How much room it takes in a line. */
  readonly width: number
  /** How far from the middle there is ink. */
  readonly reach: { readonly x: number; readonly y: number }
}

/** Three times as large as in a picture: then its edges stay smooth though the nearest pixel of it is taken. */
export const GLYPH_FONT_SIZE = 186
const SIDE = 288
/** As soft as edges are that were drawn in the size of the picture. */
const SOFTENED = 'blur(1.2px)'

const glyphs = new Map<string, Glyph>()

/**
 * For the figure `captcha`: a character is drawn once, and looked up from there for every picture. To draw five anew took the drawing
 * library as long as all of a picture takes now.
 */
export function glyphOf(character: string): Glyph {
  const glyph = glyphs.get(character) ?? drawGlyph(character)
  glyphs.set(character, glyph)
  return glyph
}

function drawGlyph(character: string): Glyph {
  const context = createCanvas(SIDE, SIDE).getContext('2d')
  context.font = `${GLYPH_FONT_SIZE}px ${CAPTCHA_FONT}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.filter = SOFTENED
  context.fillText(character, SIDE / 2, SIDE / 2)
  const { data } = context.getImageData(0, 0, SIDE, SIDE)
  const drawing = createDrawing(SIDE, SIDE)
  for (let pixel = 0; pixel < drawing.shades.length; pixel++) {
    const alpha = data[pixel * 4 + 3] ?? 0
    drawing.shades[pixel] = Math.round((alpha / 255) * DARKEST)
  }
  return { drawing, width: context.measureText(character).width, reach: reachOf(drawing) }
}

function reachOf({ width, height, shades }: Drawing): { x: number; y: number } {
  let [x, y] = [0, 0]
  for (const [at, shade] of shades.entries()) {
    if (shade === 0) continue
    x = Math.max(x, Math.abs((at % width) - width / 2) + 1)
    y = Math.max(y, Math.abs(Math.floor(at / width) - height / 2) + 1)
  }
  return { x, y }
}
